// The last command of a table has no handler.
#include <stddef.h>

static int calls;

static void count(void) {
    calls++;
}

struct command {
    const char *name;
    void (*handler)(void);
};

int main(void) {
    struct command commands[3] = {{"start", count}, {"stop", count}, {"help", NULL}};
    for (int i = 0; i < 3; i++)
        commands[i].handler(); // BUG: null-dereference
    return calls;
}
