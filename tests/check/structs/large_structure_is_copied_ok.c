// A structure is copied by assignment, before the original is changed.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct board {
    signed char cells[3][3];
    int moves;
};

int main(void) {
    struct board board = {{{0}}, 0};
    int cell = __VERIFIER_nondet_int();
    if (cell < 0 || cell > 8)
        return 0;
    struct board before = board;
    board.cells[cell / 3][cell % 3] = 1;
    board.moves++;
    assert(board.cells[cell / 3][cell % 3] == 1);
    assert(before.cells[cell / 3][cell % 3] == 0);
    return board.moves;
}
