// EXIT: 4
// The first column of the second row by its proper name.
static int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};

int main(void) {
    int column = 3;
    return grid[1][column - 3];
}
