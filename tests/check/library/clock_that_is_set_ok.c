// Clocks that nobody sets never go back.
#include <assert.h>
#include <time.h>

static int goes_back(clockid_t clock) {
    struct timespec before, after;
    if (clock_gettime(clock, &before) != 0 || clock_gettime(clock, &after) != 0)
        return 0;
    return after.tv_sec < before.tv_sec || (after.tv_sec == before.tv_sec && after.tv_nsec < before.tv_nsec);
}

int main(void) {
    assert(!goes_back(CLOCK_MONOTONIC));
    assert(!goes_back(CLOCK_PROCESS_CPUTIME_ID));
    assert(!goes_back(CLOCK_BOOTTIME));
    return 0;
}
