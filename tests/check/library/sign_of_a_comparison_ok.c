// Of what comparisons give, only the sign is promised.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
    const char *names[] = {"Apple", "apple", "pear"};
    assert(strcmp("b", "a") > 0);
    assert(strncmp(names[2], names[1], 1) > 0);
    assert(memcmp(names[0], names[1], 5) < 0);
    assert(strcoll(names[0], names[1]) < 0);
    assert(strcasecmp(names[0], names[1]) == 0);
    assert(wcscmp(L"b", L"a") > 0);
    const char *sorted[] = {"c", "a", "b"};
    qsort(sorted, 3, sizeof *sorted, by_name);
    assert(strcmp(sorted[0], "a") == 0 && strcmp(sorted[2], "c") == 0);
    return 0;
}
