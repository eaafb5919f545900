// The difference of two times is rounded once.
#include <assert.h>
#include <time.h>

int main(void) {
    double seconds = difftime(13984294772002135, -3875969803);
    assert(seconds == 13984298647971938.0);
    return 0;
}
