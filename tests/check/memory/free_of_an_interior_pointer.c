// The pointer that was moved over leading blanks is freed.
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char *text = malloc(4);
    if (!text)
        return 1;
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    text[3] = '\0';
    char *p = text;
    while (*p == ' ')
        p++;
    char first = *p;
    free(p); // FAILS: invalid-free
    return first == '\0';
}
