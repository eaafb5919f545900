// OPTIONS: --malloc-may-fail
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(11);
    int count = scanf("%10s", p); // FAILS: null-dereference
    free(p);
    return count;
}
