// A jump into the middle of a loop skips the first half of the first round.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    int i = 0, sum = 0;
    if (n % 2 != 0)
        goto middle;
    while (i < n) {
        sum += 1;
middle:
        sum += 2;
        i++;
    }
    assert(sum == 3 * n); // FAILS: assertion
    return sum;
}
