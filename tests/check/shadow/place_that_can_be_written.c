// A result is written if there is a place for it, and null is no such place.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __CPROVER_w_ok(const void *, size_t);

struct result {
    int status;
    int value;
};

static void answer(struct result *r) {
    assert(__CPROVER_w_ok(r, sizeof *r)); // FAILS: assertion
    r->status = 0;
    r->value = 42;
}

int main(void) {
    struct result storage = {1, 0};
    struct result *r = __VERIFIER_nondet_int() < 0 ? NULL : &storage;
    answer(r);
    assert(r == NULL || storage.value == 42);
    return 0;
}
