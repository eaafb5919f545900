// umask gives what was set before.
#include <assert.h>
#include <sys/stat.h>

int main(void) {
    umask(022);
    assert(umask(0) == 022);
    return 0;
}
