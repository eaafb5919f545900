// The initialisation of a static variable calls the function that the variable is in.
static int depth(int n) {
    static int limit = n > 0 ? depth(n - 1) : 5; // BUG: invalid-argument
    return limit;
}

int main() { return depth(2) - 5; }
