// memcpy copies a pointer inside a struct; the block lives as long as the copy.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct handle {
    int kind;
    int *data;
};

int main(void) {
    struct handle original = {1, malloc(sizeof(int))};
    struct handle copy;
    if (!original.data)
        return 1;
    *original.data = 5;
    memcpy(&copy, &original, sizeof copy);
    if (__VERIFIER_nondet_int() < 0) {
        free(original.data);
        copy.data = &copy.kind;
        original.data = NULL;
    }
    int value = *copy.data;
    free(original.data);
    return value > 5;
}
