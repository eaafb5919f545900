// The last character of a line is looked at, and an empty line has none.
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static void chomp(char *line) {
    size_t n = strlen(line);
    if (line[n - 1] == '\n') // FAILS: pointer-arithmetic
        line[n - 1] = '\0';
}

int main(void) {
    char line[4];
    for (int i = 0; i < 3; i++)
        line[i] = __VERIFIER_nondet_char();
    line[3] = '\0';
    chomp(line);
    return 0;
}
