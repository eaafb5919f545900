// With 32 bits, processor time passes its largest value after half an hour, and the date in 2038.
// OPTIONS: -m32
#include <assert.h>
#include <time.h>

int main(void) {
    clock_t used = clock();
    if (used < 0)
        return 1;
    assert(used >= 0);
    time_t now = time(NULL);
    assert(now >= -1);
    return 0;
}
