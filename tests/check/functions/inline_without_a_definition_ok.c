// OPTIONS: --stub-missing
#include <assert.h>

inline void check(int x) {
    assert(x != 1);
}
extern void check(int x);

int main(void) {
    check(2);
    return 0;
}
