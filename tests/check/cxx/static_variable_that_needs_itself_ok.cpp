// The initialisation of a static variable calls the function that the variable is in, if it has to.
static int depth(int n) {
    static int limit = n > 0 ? depth(n - 1) : 5;
    return limit;
}

int main() { return depth(0) - 5; }
