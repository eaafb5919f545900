// Two structures are compared with the bytes between their members, which nobody wrote.
// OPTIONS: --check uninitialised-use
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    char kind;
    int value;
};

static int same(const struct entry *a, const struct entry *b) {
    return memcmp(a, b, sizeof *a) == 0; // FAILS: uninitialised-use
}

int main(void) {
    struct entry first, second;
    first.kind = 'a';
    second.kind = 'a';
    first.value = __VERIFIER_nondet_int();
    second.value = 4;
    if (same(&first, &second))
        return 1;
    return 0;
}
