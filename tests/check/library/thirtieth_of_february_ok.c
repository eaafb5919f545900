// No day is there that the calendar does not have.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t now = time(NULL);
    struct tm *date = gmtime(&now);
    if (date->tm_mon == 1)
        assert(date->tm_mday <= 29);
    return 0;
}
