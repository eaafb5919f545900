#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
    errno = 3;
    int before = errno;
    perror("x");
    errno = before;
    assert(errno == 3);
    return 0;
}
