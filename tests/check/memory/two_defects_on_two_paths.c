// A command closes a file twice, another writes to it after it was closed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct file {
    int position;
};

int main(void) {
    struct file *f = calloc(1, sizeof *f);
    if (!f)
        return 1;
    int command = __VERIFIER_nondet_int();
    if (command == 1) {
        free(f);
        f->position++; // FAILS: use-after-free
    } else if (command == 2) {
        free(f);
    }
    free(f); // FAILS: double-free
    return 0;
}
