// The end of a symbolic text is set after it became symbolic.
#include <stddef.h>

void klee_make_symbolic(void *object, size_t size, const char *name);

static int spaces(const char *text) {
    int n = 0;
    for (; *text != '\0'; text++)
        n += *text == ' ';
    return n;
}

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = '\0';
    return spaces(text);
}
