// A struct is copied with the pointer in it, and both copies free the buffer.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct text {
    char *chars;
    int length;
};

static struct text make(int length) {
    struct text t = {malloc(8), length};
    if (!t.chars)
        exit(1);
    return t;
}

int main(void) {
    struct text a = make(3);
    struct text b = make(5);
    if (__VERIFIER_nondet_int() == 0) {
        free(b.chars);
        b = a;
    }
    free(a.chars);
    free(b.chars); // FAILS: double-free
    return b.length > 5;
}
