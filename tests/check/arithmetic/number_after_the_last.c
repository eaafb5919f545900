// A counter of tickets is stepped past the largest number.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

struct office {
    int last_ticket;
};

static int next_ticket(struct office *office) {
    office->last_ticket++; // FAILS: signed-overflow
    return office->last_ticket;
}

int main(void) {
    struct office office = {__VERIFIER_nondet_int()};
    return next_ticket(&office) == 0;
}
