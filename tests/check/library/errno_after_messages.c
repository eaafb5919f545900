// Output that succeeds may set errno all the same: perror writes, and freopen writes what was held back.
// NATIVE: it depends on what the streams are
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
    errno = 3;
    perror("x");
    assert(errno == 3); // FAILS: assertion
    errno = 3;
    if (freopen("x", "w", stdout))
        assert(errno == 3); // FAILS: assertion
    return 0;
}
