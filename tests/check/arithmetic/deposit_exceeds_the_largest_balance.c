// A deposit is added to a balance without a look at how much room is left.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int deposit(int balance, int amount) {
    return balance + amount; // FAILS: signed-overflow
}

int main(void) {
    int balance = __VERIFIER_nondet_int();
    int amount = __VERIFIER_nondet_int();
    if (balance < 0 || amount < 0)
        return 1;
    return deposit(balance, amount) < balance;
}
