// The copy of a structure has an array of its own.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct team {
    int size;
    int scores[2];
};

int main(void) {
    struct team home = {2, {10, 20}};
    struct team away = home;
    away.size = 1;
    away.scores[0] = __VERIFIER_nondet_int();
    assert(home.size == 2);
    assert(home.scores[0] == 10);
    return 0;
}
