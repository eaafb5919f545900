// What is not chosen is not evaluated.
#include <limits.h>

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define MICROSECONDS(s) ((s) > 0 ? (s) * 1000 * 1000 * 1000 : 0)

extern int __VERIFIER_nondet_int(void);

static int condition(void) {
    static int x = INT_MAX ? 3 : INT_MAX + 1;
    return x;
}

static int list(void) {
    int a[2] = {0 ? INT_MAX + 1 : 0, 2};
    return a[0];
}

static int label(int x) {
    switch (x) {
    case 1 ? -INT_MAX : -INT_MIN:
        return 1;
    }
    return 0;
}

static long table(int at) {
    static const long times[] = {MICROSECONDS(1), MICROSECONDS(2)};
    return times[at];
}

static unsigned macro(int at) {
    static const unsigned sizes[] = {LARGER(1, 46340 * 46340), 2};
    return sizes[at];
}

int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 1:
        return condition() == 0;
    case 2:
        return list() == 0;
    case 3:
        return label(4);
    case 4:
        return table(1) == 0;
    }
    return macro(1) == 0;
}
