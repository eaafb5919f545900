// Assignment between overlapping views of one block.
#include <stdlib.h>

struct window {
    int samples[16];
};

int main(void) {
    int *signal = malloc(17 * sizeof *signal);
    if (!signal)
        return 1;
    for (int i = 0; i < 17; i++)
        signal[i] = i;
    struct window *now = (struct window *)signal;
    struct window *next = (struct window *)(signal + 1);
    *now = *next; // BUG: overlapping-copy
    int value = signal[7];
    free(signal);
    return value;
}
