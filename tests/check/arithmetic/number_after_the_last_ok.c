// After the largest number the counter of tickets starts again.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

struct office {
    int last_ticket;
};

static int next_ticket(struct office *office) {
    if (office->last_ticket == INT_MAX)
        office->last_ticket = 0;
    office->last_ticket++;
    return office->last_ticket;
}

int main(void) {
    struct office office = {__VERIFIER_nondet_int()};
    return next_ticket(&office) == 0;
}
