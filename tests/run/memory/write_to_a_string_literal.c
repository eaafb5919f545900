// A char pointer to a literal is not an array of characters.
#include <ctype.h>
#include <stdio.h>

static void capitalise(char *s) {
    s[0] = (char)toupper((unsigned char)s[0]); // BUG: write-to-constant
}

int main(void) {
    char *greeting = "hello";
    capitalise(greeting);
    puts(greeting);
    return 0;
}
