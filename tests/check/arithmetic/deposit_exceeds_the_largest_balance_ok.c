// A deposit that does not fit is refused.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int deposit(int balance, int amount) {
    if (amount > INT_MAX - balance)
        return balance;
    return balance + amount;
}

int main(void) {
    int balance = __VERIFIER_nondet_int();
    int amount = __VERIFIER_nondet_int();
    if (balance < 0 || amount < 0)
        return 1;
    return deposit(balance, amount) < balance;
}
