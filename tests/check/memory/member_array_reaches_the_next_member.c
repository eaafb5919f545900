// An index just behind a member array hits the flag that follows it.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct user {
    char name[8];
    char is_admin;
};

int main(void) {
    struct user u = {"guest", 0};
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 8)
        return 0;
    u.name[at] = 1; // FAILS: array-index
    assert(!u.is_admin);
    return 0;
}
