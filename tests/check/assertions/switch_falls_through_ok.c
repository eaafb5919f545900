// Each case of a switch has its break; only the last two share their code.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int fee(int kind) {
    int cents = 0;
    switch (kind) {
    case 1:
        cents += 50;
        break;
    case 2:
        cents += 120;
        break;
    case 3:
    case 4:
        cents += 200;
        break;
    default:
        return -1;
    }
    return cents;
}

int main(void) {
    int kind = __VERIFIER_nondet_int();
    int cents = fee(kind);
    assert(cents <= 200);
    if (kind == 1)
        assert(cents == 50);
    assert(kind < 1 || kind > 4 || cents > 0);
    return 0;
}
