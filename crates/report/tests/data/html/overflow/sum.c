/* The sum fits for 999 rounds. */
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int table[1000];

static int scaled(int index, int factor) {
    return index * factor;
}

int main(void) {
    int factor = __VERIFIER_nondet_int();
    if (factor < 0 || factor > 5000)
        return 0;
    int sum = 0;
    for (int i = 0; i < 1000; i++) {
        table[i] = scaled(i, factor);
        sum += table[i];
    }
    printf("%d\n", sum);
    return 0;
}
