// A scratch array that has an element more than there are items.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int weigh(int items) {
    int scratch[items + 1];
    for (int i = 0; i < items; i++)
        scratch[i] = 3 * i;
    int total = 0;
    for (int i = 0; i < items; i++)
        total += scratch[i];
    return total;
}

int main(void) {
    int items = __VERIFIER_nondet_int();
    __VERIFIER_assume(items >= 0 && items <= 4);
    return weigh(items);
}
