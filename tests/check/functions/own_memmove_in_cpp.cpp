// A function of the library that a C++ program replaces.
// NATIVE: the compiler and its sanitizers take it for the one of the library
extern "C" void __VERIFIER_assert(int);
static int moves;

extern "C" void *memmove(void *to, const void *, unsigned long) {
    moves++;
    return to;
}

int main() {
    int a[2] = {1, 2}, b[2] = {3, 4};
    memmove(b, a, sizeof a);
    __VERIFIER_assert(b[0] == 1); // FAILS: assertion
    return moves - 1;
}
