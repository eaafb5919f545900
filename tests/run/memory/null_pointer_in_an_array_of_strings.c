// STDOUT: red\ngreen\n
// The list of names ends with a null pointer, the loop does not.
#include <stdio.h>

int main(void) {
    const char *names[4] = {"red", "green", NULL, NULL};
    for (int i = 0; i < 4; i++) {
        const char *s = names[i];
        while (*s) // BUG: null-dereference
            putchar(*s++);
        putchar('\n');
    }
    return 0;
}
