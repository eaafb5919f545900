// No day is there that the calendar does not have.
// NATIVE: what the environment gives is up to whoever runs the test
#include <assert.h>
#include <time.h>

int main(void) {
    time_t now = time(NULL);
    struct tm *date = gmtime(&now);
    if (date->tm_mon == 1)
        assert(date->tm_mday <= 28); // FAILS: assertion
    return 0;
}
