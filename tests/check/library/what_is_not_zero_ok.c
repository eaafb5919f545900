// Of what tells yes from no, only that it is not 0 is promised.
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert((isalpha)('a') && !(isalpha)('7'));
    assert((isdigit)('7') != 0);
    return 0;
}
