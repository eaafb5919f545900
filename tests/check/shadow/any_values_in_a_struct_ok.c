// A struct is filled with anything, and its invariant is assumed.
#include <stddef.h>

extern void memhavoc(void *ptr, size_t size);
extern void __VERIFIER_assume(int);

struct queue {
    unsigned char head;
    unsigned char used;
};

int main(void) {
    static int ring[8];
    struct queue q;
    memhavoc(&q, sizeof q);
    __VERIFIER_assume(q.used <= 8 && q.head < 8);
    unsigned at = q.head + q.used;
    if (at >= 8)
        at -= 8;
    ring[at] = 1;
    return 0;
}
