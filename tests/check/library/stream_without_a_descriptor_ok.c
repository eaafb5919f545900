// VERDICT: unknown
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char line[4];
    if (close(0) == 0)
        assert(fgets(line, 4, stdin) == NULL); // UNKNOWN: unmodelled
    return 0;
}
