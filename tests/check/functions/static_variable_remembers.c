// A static variable inside a function keeps its value; the third call is one too many.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int next_slot(void) {
    static int last = -1;
    last++;
    return last;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 5; i++) {
        int slot = next_slot();
        assert(slot < 2); // FAILS: assertion
    }
    return 0;
}
