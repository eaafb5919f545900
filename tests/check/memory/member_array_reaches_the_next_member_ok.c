// An index inside a member array does not hit the flag that follows it.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct user {
    char name[8];
    char is_admin;
};

int main(void) {
    struct user u = {"guest", 0};
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 7)
        return 0;
    u.name[at] = 1;
    assert(!u.is_admin);
    return 0;
}
