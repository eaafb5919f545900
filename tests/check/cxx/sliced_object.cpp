// A derived object is passed by value as its base, and becomes one.
#include <assert.h>

extern "C" int __VERIFIER_nondet_int(void);

struct Account {
    virtual ~Account() {}
    virtual int limit() const { return 100; }
};

struct Premium : Account {
    int bonus;
    explicit Premium(int b) : bonus(b) {}
    int limit() const override { return 100 + bonus; }
};

static int limit_of(Account account) {
    return account.limit();
}

int main() {
    int bonus = __VERIFIER_nondet_int();
    if (bonus < 0 || bonus > 50)
        return 0;
    Premium premium(bonus);
    assert(limit_of(premium) == 100 + bonus); // FAILS: assertion
    return 0;
}
