// OPTIONS: --malloc-may-fail
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(11);
    if (!p)
        return 1;
    int count = scanf("%10s", p);
    free(p);
    return count;
}
