#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
static int by_value(const void *a, const void *b) { return **(int *const *)a - **(int *const *)b; }
static int add(int *x, int y) { return *x += y; }
static int sub(int *x, int y) { return *x -= y; }
static int (*const operations[])(int *, int) = { add, sub };
static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int all = 0;
    for (int i = 0; i < count; i++) all += *va_arg(list, int *);
    va_end(list);
    return all;
}
struct pair { int *left; int right; };
static struct pair make(int *left, int right) { return (struct pair){ left, right }; }
static jmp_buf back;
static void leave(int *seen) { *seen = 7; longjmp(back, 1); }
static int counted;
static void count(void) { counted++; }
int main(int argc, char **argv) {
    int v[3] = { 3, 1, 2 };
    int *sorted[3] = { &v[0], &v[1], &v[2] };
    qsort(sorted, 3, sizeof *sorted, by_value);
    if (*sorted[0] != 1 || *sorted[2] != 3) return 1;
    if (operations[argc & 1](&v[0], 2) + operations[!(argc & 1)](&v[1], 2) == 100) return 2;
    if (sum(3, &v[0], &v[1], &v[2]) != 6) return 3;
    struct pair p = make(&v[2], 4);
    *p.left = p.right;
    static int seen;
    if (!setjmp(back)) leave(&seen);
    if (seen != 7 || v[2] != 4) return 4;
    char *name = strdup(argv[0]);
    if (!name) return 0;
    char *dot = strchr(name, '.');
    if (dot) *dot = '_';
    int **grown = malloc(2 * sizeof *grown);
    if (!grown) return 0;
    grown[0] = &v[0];
    grown[1] = &v[1];
    int **larger = realloc(grown, 4 * sizeof *larger);
    if (!larger) return 0;
    larger[3] = larger[0];
    *larger[3] = 9;
    free(larger);
    free(name);
    atexit(count);
    return v[0] != 9;
}
