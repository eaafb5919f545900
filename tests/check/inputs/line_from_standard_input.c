// A line of the input, bytes behind it, and a byte of a range that is arbitrary decide.
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern void __VERIFIER_nondet_memory(void *start, unsigned long size);

int main(void) {
    char line[8];
    unsigned char range[4];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    __VERIFIER_nondet_memory(range, sizeof range);
    if (strcmp(line, "xyz\n") == 0 && range[2] == 'A') {
        int next = getchar();
        assert(next != 'q'); // FAILS: assertion
    }
    return 0;
}
