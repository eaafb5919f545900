// memcmp of two structs looks at the padding between their members.
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
    if (memcmp(&a[0], &a[1], sizeof a[0]) == 0) // BUG: uninitialised-use
        puts("same");
    free(a);
    return 0;
}
