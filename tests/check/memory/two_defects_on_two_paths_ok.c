// Commands change a file that is closed once, at the end.
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
        f->position++;
    } else if (command == 2) {
        f->position = 0;
    }
    free(f);
    return 0;
}
