// A view of a buffer that is local to the branch which filled it.
#include <stdio.h>

struct view {
    const char *data;
};

int main(void) {
    struct view v = {"none"};
    int n = 3;
    if (n > 0) {
        char buffer[16];
        snprintf(buffer, sizeof buffer, "n=%d", n);
        v.data = buffer;
    }
    puts(v.data); // BUG: use-after-scope
    return 0;
}
