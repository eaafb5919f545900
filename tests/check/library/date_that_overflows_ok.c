// mktime moves a day that does not exist to the month behind.
#include <assert.h>
#include <time.h>

int main(void) {
    struct tm date = {.tm_year = 200, .tm_mon = 1, .tm_mday = 29, .tm_hour = 12};
    timegm(&date);
    assert(date.tm_mon == 2 && date.tm_mday == 1 && date.tm_yday == 59);
    return 0;
}
