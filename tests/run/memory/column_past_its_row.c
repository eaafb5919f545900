// The fourth column of the first row is the first column of the second: inside the object, outside the array.
static int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};

int main(void) {
    int column = 3;
    return grid[0][column]; // BUG: array-index
}
