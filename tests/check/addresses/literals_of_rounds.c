// A literal is another object each time its block is entered, and may lie elsewhere then, whatever else is in the block.
// NATIVE: compilers give it the same place each time
#include <assert.h>
#include <stdint.h>

static void in_do(void) {
    uintptr_t before = 0;
    int i = 0;
    do {
        int *p = &(int){i};
        if (i > 0) assert(before == (uintptr_t)p); // FAILS: assertion
        before = (uintptr_t)p;
        i++;
    } while (i < 2);
}

static void beside_assertions(void) {
    uintptr_t at[2];
    for (int i = 0; i < 2; i++) {
        assert(i < 2);
        int *p = &(int){i};
        at[i] = (uintptr_t)p;
    }
    assert(at[0] == at[1]); // FAILS: assertion
}

static void without_braces(int n) {
    uintptr_t before = 0, same = 1;
    const int *p = 0;
    while (n-- > 0) before = (uintptr_t)p, p = &(const int){n}, same &= before == 0 || before == (uintptr_t)p;
    assert(same); // FAILS: assertion
}

int main(int argc, char **argv) {
    if (argc == 1) in_do();
    else if (argc == 2) beside_assertions();
    else without_braces(2);
    return 0;
}
