// What is known of a time is its date in Greenwich.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t start = 0;
    struct tm *date = gmtime(&start);
    assert(date->tm_year == 70 && date->tm_mon == 0 && date->tm_mday == 1 && date->tm_wday == 4);
    return 0;
}
