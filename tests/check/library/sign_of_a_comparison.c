// Of what comparisons give, only the sign is promised.
// NATIVE: the library of the machine gives one number of that sign
#include <assert.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

int main(void) {
    const char *names[] = {"Apple", "apple", "pear"};
    assert(strcmp("b", "a") == 1);              // FAILS: assertion
    assert(strncmp(names[2], names[1], 1) < 9); // FAILS: assertion
    assert(memcmp(names[0], names[1], 5) > -99); // FAILS: assertion
    assert(strcoll(names[0], names[1]) == -1);  // FAILS: assertion
    assert(strcasecmp(names[2], names[0]) == 15); // FAILS: assertion
    assert(wcscmp(L"b", L"a") == 1);            // FAILS: assertion
    return 0;
}
