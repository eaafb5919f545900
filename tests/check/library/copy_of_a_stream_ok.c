// A copy of a FILE is no stream.
#include <stdio.h>

int main(void) {
    FILE copy = *stdout, *same = stdout;
    (void)copy;
    return fputs("text", same) < 0;
}
