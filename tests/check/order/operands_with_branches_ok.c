// One operand does not see what the other one does.
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

static int first(struct Large a, int b) { return a.v[0] + b; }

int main(int argc, char **argv) {
    struct Large large = {{1}};
    int sum = 0;
    switch (argc) {
    case 1:
        assert((trace || 1) + clear() == 2);
        break;
    case 2:
        sum = (note(1) ? note(2) : 0) + g;
        break;
    case 4:
        assert(first(large, note(4)) == 5);
        break;
    case 5:
        assert(trace == 0);
    }
    return sum;
}
