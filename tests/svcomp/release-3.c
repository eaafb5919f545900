#include <stdlib.h>

/* Nobody defines this, but it gets nothing that it could free. */
extern int note(int);

int main(void) {
    char *p = malloc(4);
    p[0] = 1;
    note(4);
    p = 0;
    return 0;
}
