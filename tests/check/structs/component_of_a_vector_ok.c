// A vector of three components is indexed with a remainder by three.
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
    unsigned axis = __VERIFIER_nondet_uint() % 3;
    return vector.at[axis];
}
