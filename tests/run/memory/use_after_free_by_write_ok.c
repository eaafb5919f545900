// A buffer is wiped before it is given back.
#include <stdlib.h>

struct session {
    int id;
    char key[16];
};

static void close_session(struct session *s) {
    s->id = -1;
    free(s);
}

int main(void) {
    struct session *s = malloc(sizeof *s);
    if (!s)
        return 1;
    s->id = 1;
    close_session(s);
    return 0;
}
