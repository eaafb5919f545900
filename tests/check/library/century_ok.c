// The century has two digits from the year 1000 on.
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
    struct tm when = {.tm_year = 2026 - 1900, .tm_mday = 1};
    char text[8];
    size_t length = strftime(text, sizeof text, "%C", &when);
    assert(length == 2 && strcmp(text, "20") == 0);
    when.tm_year = 986 - 1900;
    length = strftime(text, sizeof text, "%C", &when);
    assert(length == strlen(text) && (strcmp(text, "9") == 0 || strcmp(text, "09") == 0));
    return 0;
}
