// A lock is taken by hand and kept on an early return.
#include <assert.h>

extern "C" int __VERIFIER_nondet_int(void);

struct Lock {
    int depth = 0;
    void take() { depth++; }
    void release() { depth--; }
};

static int withdraw(Lock &lock, int &balance, int amount) {
    lock.take();
    if (amount < 0 || amount > balance)
        return -1;
    balance -= amount;
    lock.release();
    return 0;
}

int main() {
    Lock lock;
    int balance = 100;
    withdraw(lock, balance, __VERIFIER_nondet_int());
    assert(lock.depth == 0); // FAILS: assertion
    return 0;
}
