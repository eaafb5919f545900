// Two assumptions together exclude a path; an assertion on the other path does not hold.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
    int price = __VERIFIER_nondet_int();
    int discount = __VERIFIER_nondet_int();
    __VERIFIER_assume(price >= 10 && price <= 50);
    __VERIFIER_assume(discount >= 0 && discount <= price - 5);
    int due = price - discount;
    if (due < 5) {
        __VERIFIER_assert(due == 0); // UNREACHABLE: assertion
        return 0;
    }
    __VERIFIER_assert(due < price); // FAILS: assertion
    return due;
}
