// A continue skips the count of the elements that were looked at.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int looked_at = 0, negative = 0;
    for (int i = 0; i < 5; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0) {
            negative++;
            continue;
        }
        looked_at++;
    }
    assert(negative <= 5);
    assert(looked_at == 5); // FAILS: assertion
    return 0;
}
