// The inner loop runs over the rows where it should run over the columns.
extern int __VERIFIER_nondet_int(void);

enum { ROWS = 4, COLUMNS = 3 };

int main(void) {
    int grid[ROWS][COLUMNS];
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            grid[row][column] = __VERIFIER_nondet_int() & 15;
    int sum = 0;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < ROWS; column++)
            sum += grid[row][column]; // FAILS: array-index
    return sum;
}
