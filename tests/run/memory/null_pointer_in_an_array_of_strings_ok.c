// STDOUT: red\ngreen\n
// The loop ends with the null pointer.
#include <stdio.h>

int main(void) {
    const char *names[4] = {"red", "green", NULL, NULL};
    for (int i = 0; names[i] != NULL; i++) {
        const char *s = names[i];
        while (*s)
            putchar(*s++);
        putchar('\n');
    }
    return 0;
}
