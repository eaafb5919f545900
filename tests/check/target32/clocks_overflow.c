// With 32 bits, processor time passes its largest value after half an hour, and the date in 2038.
// OPTIONS: -m32
// NATIVE: it takes half an hour, or until 2038
#include <assert.h>
#include <time.h>

int main(void) {
    clock_t used = clock();
    assert(used >= 0); // FAILS: assertion
    time_t now = time(NULL);
    assert(now >= 0); // FAILS: assertion
    return 0;
}
