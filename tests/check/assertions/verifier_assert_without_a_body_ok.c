// Two bits are taken for four values.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned flags = __VERIFIER_nondet_uint();
    unsigned mode = flags >> 6 & 3u;
    __VERIFIER_assert(mode <= 3);
    return (int)mode;
}
