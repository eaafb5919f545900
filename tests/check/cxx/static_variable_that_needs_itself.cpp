// The initialisation of a static variable calls the function that the variable is in.
// NATIVE: no sanitizer reports it; libstdc++ throws
static int depth(int n) {
    static int limit = n > 0 ? depth(n - 1) : 5; // FAILS: invalid-argument
    return limit;
}

int main() { return depth(2) - 5; }
