// STDOUT: #42\n
// The caller provides the buffer.
#include <stdio.h>

static const char *label(int n, char text[8]) {
    snprintf(text, 8, "#%d", n);
    return text;
}

int main(void) {
    char text[8];
    const char *s = label(42, text);
    puts(s);
    return 0;
}
