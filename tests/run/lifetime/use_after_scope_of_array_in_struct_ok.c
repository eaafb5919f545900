// STDOUT: n=3\n
// The buffer is declared beside the view.
#include <stdio.h>

struct view {
    const char *data;
};

int main(void) {
    struct view v = {"none"};
    int n = 3;
    char buffer[16];
    if (n > 0) {
        snprintf(buffer, sizeof buffer, "n=%d", n);
        v.data = buffer;
    }
    puts(v.data);
    return 0;
}
