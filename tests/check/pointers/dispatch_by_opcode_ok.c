// An opcode from outside chooses the function, with a mask that fits the table.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }

static int (*const table[2])(int, int) = {add, subtract};

int main(void) {
    unsigned opcode = __VERIFIER_nondet_uchar() & 1;
    int result = table[opcode](5, 3);
    assert(result == 8 || result == 2);
    return 0;
}
