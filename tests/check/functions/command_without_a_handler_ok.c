// A command without handler is skipped.
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int calls;

static void start(void) {
    calls += 1;
}

static void stop(void) {
    calls += 10;
}

struct command {
    char key;
    void (*handler)(void);
};

static const struct command commands[3] = {{'s', start}, {'?', NULL}, {'x', stop}};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 3;
    if (commands[i].handler)
        commands[i].handler();
    return calls;
}
