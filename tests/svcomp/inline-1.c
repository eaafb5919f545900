extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* Before C99 this defines a function for others, too. */
inline void fail(int x) {
    if (x == 12345)
        reach_error();
}

int main(void) {
    fail(__VERIFIER_nondet_int());
    return 0;
}
