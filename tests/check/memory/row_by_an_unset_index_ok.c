// The number of a row is set.
// OPTIONS: --check uninitialised-use
static int rows[2][3];

int main(void) {
    int row = 1;
    return rows[row][2];
}
