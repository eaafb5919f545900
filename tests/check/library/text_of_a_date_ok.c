// strftime writes what the fields say.
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
    struct tm date = {.tm_year = 124, .tm_mon = 1, .tm_mday = 29, .tm_hour = 13, .tm_wday = 4, .tm_yday = 59};
    char text[32];
    size_t length = strftime(text, sizeof text, "%a %Y-%m-%d %I %p", &date);
    assert(length == 20 && strcmp(text, "Thu 2024-02-29 01 PM") == 0);
    return 0;
}
