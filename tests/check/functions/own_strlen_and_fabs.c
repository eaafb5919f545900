// Names of the library with other meanings, of which the compiler would know the results.
// NATIVE: the compiler and its sanitizers take it for the one of the library
extern void __VERIFIER_assert(int);

unsigned long strlen(const char *s) {
    return s[0];
}
double fabs(double x) {
    return x;
}

int main(void) {
    __VERIFIER_assert(strlen("abc") == 3); // FAILS: assertion
    __VERIFIER_assert(fabs(-1.0) == 1.0);
    return 0;
}
