// The copy of a structure shares the array that both point to.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct team {
    int size;
    int *scores;
};

int main(void) {
    int scores[2] = {10, 20};
    struct team home = {2, scores};
    struct team away = home;
    away.size = 1;
    away.scores[0] = __VERIFIER_nondet_int();
    assert(home.size == 2);
    assert(home.scores[0] == 10); // FAILS: assertion
    return 0;
}
