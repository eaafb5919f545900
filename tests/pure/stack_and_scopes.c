#include <alloca.h>
#include <string.h>
struct matrix { int rows, columns; int *cells; };
static int *cell(struct matrix *m, int r, int c) { return &m->cells[r * m->columns + c]; }
static int recurse(int depth, int *above) {
    int here = depth + *above;
    if (depth == 0) return here;
    return recurse(depth - 1, &here);
}
int main(void) {
    int all = 0;
    for (int n = 1; n < 4; n++) {
        int cells[n * n];
        memset(cells, 0, sizeof cells);
        struct matrix m = { n, n, cells };
        *cell(&m, n - 1, n - 1) = n;
        char *scratch = alloca(n);
        memset(scratch, n, n);
        all += cells[n * n - 1] + scratch[n - 1];
    }
    int *chosen = 0;
    for (int i = 0; i < 3; i++) {
        int inner = i;
        int *p = i % 2 ? &inner : &all;
        *p += 1;
        if (p == &all) chosen = p;
    }
    int start = 0;
    return !(*chosen == 14 && recurse(4, &start) == 10);
}
