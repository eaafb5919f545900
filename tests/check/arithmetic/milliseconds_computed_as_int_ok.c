// The product is computed as a long.
extern int __VERIFIER_nondet_int(void);

static long milliseconds(int seconds) {
    return seconds * 1000l;
}

int main(void) {
    int seconds = __VERIFIER_nondet_int();
    if (seconds < 0)
        return 1;
    return milliseconds(seconds) > 86400000l;
}
