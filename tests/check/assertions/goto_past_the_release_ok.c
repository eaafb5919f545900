// All three ways out pass the release of a lock.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int locks;

static int transfer(int amount, int balance) {
    int result = -1;
    locks++;
    if (amount <= 0)
        goto release;
    if (amount > balance)
        goto release;
    result = balance - amount;
release:
    locks--;
    return result;
}

int main(void) {
    int amount = __VERIFIER_nondet_int();
    int result = transfer(amount, 100);
    assert(locks == 0);
    assert(result < 100);
    return 0;
}
