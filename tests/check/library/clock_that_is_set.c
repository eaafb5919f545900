// The time of day may go back.
// NATIVE: nobody sets the clock while the test runs
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec before, after;
    if (clock_gettime(CLOCK_REALTIME, &before) != 0 || clock_gettime(CLOCK_REALTIME, &after) != 0)
        return 0;
    assert(after.tv_sec >= before.tv_sec); // FAILS: assertion
    return 0;
}
