// STDOUT: same\n
// The members are compared one by one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char kind;
    int value;
};

int main(void) {
    struct entry *a = malloc(2 * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < 2; i++) {
        a[i].kind = 'k';
        a[i].value = 1;
    }
    if (a[0].kind == a[1].kind && a[0].value == a[1].value)
        puts("same");
    free(a);
    return 0;
}
