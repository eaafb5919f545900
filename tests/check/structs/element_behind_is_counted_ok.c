// Counters of an array are incremented; the address behind it is only compared.
extern unsigned char __VERIFIER_nondet_uchar(void);

struct counters { int of[3]; int all; };

int main(void) {
    struct counters counters = {{0, 0, 0}, 0};
    unsigned at = __VERIFIER_nondet_uchar() % 3, count = at + 1;
    counters.of[at]++;
    for (int *end = &counters.of[count], *here = counters.of; here != end; here++)
        counters.all += *here;
    return counters.all;
}
