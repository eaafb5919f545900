// EXIT: 7
// Assignment of an object to itself is fine.
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
    struct window *next = now;
    *now = *next;
    int value = signal[7];
    free(signal);
    return value;
}
