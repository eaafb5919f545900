// STDOUT: Hello\n
// An array initialised from a literal is a copy of it.
#include <ctype.h>
#include <stdio.h>

static void capitalise(char *s) {
    s[0] = (char)toupper((unsigned char)s[0]);
}

int main(void) {
    char greeting[] = "hello";
    capitalise(greeting);
    puts(greeting);
    return 0;
}
