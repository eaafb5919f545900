// Some settings have no limit, and the number of processors may change.
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(sysconf(_SC_OPEN_MAX) >= -1);
    assert(sysconf(_SC_OPEN_MAX) == sysconf(_SC_OPEN_MAX));
    assert(sysconf(_SC_NPROCESSORS_ONLN) > 0);
    assert(sysconf(_SC_PAGESIZE) > 0);
    return 0;
}
