// The difference of two times is rounded once.
#include <assert.h>
#include <time.h>

int main(void) {
    double seconds = difftime(13984294772002135, -3875969803);
    assert(seconds == 13984294772002135.0 + 3875969803.0 + 2); // FAILS: assertion
    return 0;
}
