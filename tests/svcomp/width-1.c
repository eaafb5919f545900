extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* An int holds a pointer's number of bytes only where long is as wide as it. */
int main(void) {
    unsigned long all = ~0ul;
    if (sizeof(long) == sizeof(int) && all == 0xfffffffful)
        reach_error();
    return 0;
}
