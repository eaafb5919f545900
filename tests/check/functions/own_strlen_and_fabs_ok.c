extern void __VERIFIER_assert(int);

unsigned long strlen(const char *s) {
    return s[0];
}
double fabs(double x) {
    return x;
}

int main(void) {
    __VERIFIER_assert(strlen("abc") == 'a');
    __VERIFIER_assert(fabs(-1.0) == -1.0);
    return 0;
}
