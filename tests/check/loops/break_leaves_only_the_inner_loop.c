// A break leaves the inner loop, and the outer one goes on.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int grid[3][3] = {{1, 2, 3}, {4, 5, 6}, {3, 8, 9}};
    int wanted = __VERIFIER_nondet_int();
    int found_row = -1;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            if (grid[row][column] == wanted) {
                found_row = row;
                break;
            }
    assert(wanted != 8 || found_row == 2);
    assert(wanted != 3 || found_row == 0); // FAILS: assertion
    return found_row;
}
