// Conditions, calls in branches and structures that are copied belong to the operand that they are in.
#include <assert.h>

static int g = 5, trace;

struct Large {
    int v[8];
};

static int clear(void) {
    g = 0;
    return 1;
}

static int note(int k) {
    trace = trace * 10 + k;
    return k;
}

static int set(struct Large *p) {
    p->v[0] = 5;
    return 0;
}

static int first(struct Large a, int b) { return a.v[0] + b; }

int main(int argc, char **argv) {
    struct Large large = {{1}};
    int sum = 0;
    switch (argc) {
    case 1:
        assert((g && 1) + clear() == 2); // ASSUMES: order
        break;
    case 2:
        sum = (note(1) ? note(2) : 0) + note(3); // ASSUMES: order
        break;
    case 4:
        assert(first(large, set(&large)) == 5); // ASSUMES: order
        break;
    case 5:
        assert(trace == 1); // FAILS: assertion
    }
    return sum;
}
