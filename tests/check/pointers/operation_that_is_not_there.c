// A table of operations has a gap, and the gap is called.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct operations {
    int (*open)(int);
    int (*seek)(int);
    int (*close)(int);
};

static int plain_open(int n) { return n & 15; }
static int plain_seek(int n) { return n & 3; }
static int plain_close(int n) { return n == 0; }

static const struct operations disk = {plain_open, plain_seek, plain_close};
static const struct operations pipe = {plain_open, NULL, plain_close};

int main(void) {
    const struct operations *ops = __VERIFIER_nondet_int() == 1 ? &disk : &pipe;
    int result = ops->open(7);
    result += ops->seek(result); // FAILS: null-dereference
    return result + ops->close(0);
}
