// A result is written after a look whether there is a place for it.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __CPROVER_w_ok(const void *, size_t);

struct result {
    int status;
    int value;
};

static void answer(struct result *r) {
    if (!__CPROVER_w_ok(r, sizeof *r))
        return;
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
