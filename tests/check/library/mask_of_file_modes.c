// umask gives what was set before.
// NATIVE: what the environment gives is up to whoever runs the test
#include <assert.h>
#include <sys/stat.h>

int main(void) {
    
    assert(umask(0) == 022); // FAILS: assertion
    return 0;
}
