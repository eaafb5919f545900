// A session is closed on a certain command and answered afterwards.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { OPEN = 1, CLOSE = 2 };

struct session {
    int last_command;
    int answers;
};

int main(void) {
    struct session *s = calloc(1, sizeof *s);
    if (!s)
        return 1;
    for (int i = 0; i < 3; i++) {
        int command = __VERIFIER_nondet_int();
        if (command == CLOSE) {
            free(s);
            s->answers++; // FAILS: use-after-free
            return 0;
        }
        s->last_command = command;
        s->answers++;
    }
    free(s);
    return 0;
}
