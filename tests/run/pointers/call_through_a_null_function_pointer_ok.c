// EXIT: 2
// A command without handler is skipped.
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
        if (commands[i].handler)
            commands[i].handler();
    return calls;
}
