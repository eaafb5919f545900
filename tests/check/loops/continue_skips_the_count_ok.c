// The elements that were looked at are counted first.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int looked_at = 0, negative = 0;
    for (int i = 0; i < 5; i++) {
        int x = __VERIFIER_nondet_int();
        looked_at++;
        if (x < 0) {
            negative++;
            continue;
        }
    }
    assert(negative <= 5);
    assert(looked_at == 5);
    return 0;
}
