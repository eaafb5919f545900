// An array becomes symbolic as a whole, its end included.
#include <stddef.h>

void klee_make_symbolic(void *object, size_t size, const char *name);

static int spaces(const char *text) {
    int n = 0;
    for (; *text != '\0'; text++) // FAILS: out-of-bounds-read
        n += *text == ' ';
    return n;
}

int main(void) {
    char text[4];
    text[3] = '\0';
    klee_make_symbolic(text, sizeof text, "text");
    return spaces(text);
}
