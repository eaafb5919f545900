// Insertion sort of any six numbers: many short paths that meet.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[6];
    for (int i = 0; i < 6; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < 6; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
    for (int i = 0; i + 1 < 6; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
