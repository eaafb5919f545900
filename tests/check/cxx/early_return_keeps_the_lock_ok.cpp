// A guard releases the lock on every way out.
#include <assert.h>

extern "C" int __VERIFIER_nondet_int(void);

struct Lock {
    int depth = 0;
    void take() { depth++; }
    void release() { depth--; }
};

class Guard {
public:
    explicit Guard(Lock &lock) : lock_(lock) { lock_.take(); }
    ~Guard() { lock_.release(); }

private:
    Lock &lock_;
};

static int withdraw(Lock &lock, int &balance, int amount) {
    Guard guard(lock);
    if (amount < 0 || amount > balance)
        return -1;
    balance -= amount;
    return 0;
}

int main() {
    Lock lock;
    int balance = 100;
    withdraw(lock, balance, __VERIFIER_nondet_int());
    assert(lock.depth == 0);
    return 0;
}
