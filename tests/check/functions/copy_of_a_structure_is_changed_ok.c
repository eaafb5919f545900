// A structure is passed by its address, and its change is seen.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct account {
    int balance;
    int changes;
};

static void withdraw(struct account *account, int amount) {
    account->balance -= amount;
    account->changes++;
}

int main(void) {
    struct account account = {100, 0};
    int amount = __VERIFIER_nondet_int();
    if (amount < 0 || amount > 100)
        return 0;
    withdraw(&account, amount);
    assert(account.balance == 100 - amount);
    assert(account.balance <= 100);
    return 0;
}
