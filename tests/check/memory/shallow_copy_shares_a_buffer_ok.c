// A struct is copied, and only one of the copies keeps the buffer.
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
        b.chars = NULL;
    }
    free(a.chars);
    free(b.chars);
    return b.length > 5;
}
