// What was written to a pipe comes out of it, or is waited for: that is not modelled.
// VERDICT: unknown
#include <assert.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    char sent = 'x', got = 0;
    if (pipe(ends) != 0)
        return 0;
    if (write(ends[1], &sent, 1) != 1) // UNKNOWN: unmodelled
        return 0;
    if (read(ends[0], &got, 1) == 1)
        assert(got == 'y');
    return 0;
}
