// The number of a row was never set.
// OPTIONS: --check uninitialised-use
static int rows[2][3];

int main(void) {
    int row;
    return rows[row][2]; // FAILS: uninitialised-use
}
