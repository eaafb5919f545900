// Links are followed as long as there are any.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
    int value;
};

int main(void) {
    struct link c = {NULL, 3};
    struct link b = {&c, 2};
    struct link a = {&b, 1};
    if (__VERIFIER_nondet_int() & 1)
        b.next = NULL;
    struct link *last = &a;
    while (last->next)
        last = last->next;
    return last->value;
}
