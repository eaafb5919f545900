// The text is formatted into a buffer that dies with the function.
#include <stdio.h>

static const char *label(int n) {
    char text[8];
    char *result = text;
    snprintf(text, sizeof text, "#%d", n);
    return result;
}

int main(void) {
    const char *s = label(42);
    puts(s); // BUG: use-after-return
    return 0;
}
