// The "C" locale is always there.
#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <string.h>

int main(void) {
    if (setlocale(LC_ALL, "POSIX") == NULL)
        assert(0);
    assert(toupper(228) == 228);
    assert(strcoll("b", "B") > 0);
    return 0;
}
