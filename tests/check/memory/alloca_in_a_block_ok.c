#include <alloca.h>
#include <string.h>

#define DUPLICATE(text) ({ char *copy = alloca(4); memcpy(copy, text, 4); copy; })

static int *leak(void) {
    int *p;
    {
        p = alloca(4);
    }
    *p = 7;
    return p;
}

int main(void) {
    int *p;
    {
        p = __builtin_alloca(4);
        *p = 1;
    }
    char *text = DUPLICATE("abc");
    if (*p != 1 || text[2] != 'c')
        return 1;
    if (leak() == p)
        return 2;
    return *p - 1;
}
