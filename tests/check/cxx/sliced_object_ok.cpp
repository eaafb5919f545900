// A derived object is passed by reference, and stays what it is.
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

static int limit_of(const Account &account) {
    return account.limit();
}

int main() {
    int bonus = __VERIFIER_nondet_int();
    if (bonus < 0 || bonus > 50)
        return 0;
    Premium premium(bonus);
    assert(limit_of(premium) == 100 + bonus);
    return 0;
}
