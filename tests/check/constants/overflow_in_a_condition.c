// VERDICT: unknown
// Clang evaluates conditions and what they choose from, and does not warn of what overflows there.
#include <limits.h>

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define MICROSECONDS(s) ((s) > 0 ? (s) * 1000 * 1000 * 1000 : 0)

extern int __VERIFIER_nondet_int(void);

static int condition(void) {
    static int x = INT_MAX + 1 ? 3 : 0; // UNKNOWN: unmodelled
    return x;
}

static int list(void) {
    int a[2] = {1 ? INT_MAX + 1 : 0, 2}; // UNKNOWN: unmodelled
    return a[0];
}

static int label(int x) {
    switch (x) {
    case 1 ? -INT_MIN : 0: // UNKNOWN: unmodelled
        return 1;
    }
    return 0;
}

static long table(int at) {
    static const long times[] = {MICROSECONDS(1), MICROSECONDS(3)}; // UNKNOWN: unmodelled
    return times[at];
}

static unsigned macro(int at) {
    static const unsigned sizes[] = {LARGER(1, 46341 * 46341), 2}; // UNKNOWN: unmodelled
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
