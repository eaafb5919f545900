// A buffer is wiped after it was given back.
#include <stdlib.h>

struct session {
    int id;
    char key[16];
};

static void close_session(struct session *s) {
    free(s);
    s->id = -1; // BUG: use-after-free
}

int main(void) {
    struct session *s = malloc(sizeof *s);
    if (!s)
        return 1;
    s->id = 1;
    close_session(s);
    return 0;
}
