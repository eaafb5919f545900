// A month is kept in three bits, and twelve does not fit.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

struct date {
    unsigned day : 5;
    unsigned month : 3;
    unsigned year : 12;
};

int main(void) {
    unsigned day = __VERIFIER_nondet_uint();
    unsigned month = __VERIFIER_nondet_uint();
    __VERIFIER_assume(day >= 1 && day <= 31 && month >= 1 && month <= 12);
    struct date date = {day, month, 2024};
    assert(date.day == day);
    assert(date.month == month); // FAILS: assertion
    assert(date.year == 2024);
    return 0;
}
