// A vector of three components is indexed with what may be three.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

union vector {
    struct {
        int x, y, z;
    };
    int at[3];
};

int main(void) {
    union vector vector = {{1, 2, 3}};
    assert(vector.at[1] == vector.y);
    unsigned axis = __VERIFIER_nondet_uint() % 4;
    return vector.at[axis]; // FAILS: array-index
}
