// EXIT: 6
// Rows are counted from zero.
#include <stdlib.h>

int main(void) {
    int(*rows)[3] = calloc(2, sizeof *rows);
    if (!rows)
        return 1;
    int total = 0;
    for (int r = 0; r < 2; r++) {
        rows[r][0] = r;
        rows[r][2] = 2;
        total += rows[r][0] + rows[r][1] + rows[r][2];
    }
    free(rows);
    return total + 1;
}
