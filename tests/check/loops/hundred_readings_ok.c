// A hundred readings are clamped.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int readings[100];
    for (int i = 0; i < 100; i++) {
        int x = __VERIFIER_nondet_int();
        readings[i] = x < 0 ? 0 : x;
    }
    int smallest = readings[0];
    for (int i = 1; i < 100; i++)
        if (readings[i] < smallest)
            smallest = readings[i];
    assert(smallest >= 0);
    return 0;
}
