extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* UNKNOWN: unreach-call, since no sense of the word defines both. */
inline void first(int x) {
    if (x == 12345)
        reach_error();
}

extern inline void second(int x) {
    if (x == 54321)
        reach_error();
}

int main(void) {
    second(__VERIFIER_nondet_int());
    first(__VERIFIER_nondet_int());
    return 0;
}
