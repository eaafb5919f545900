// A callee's variables may lie anywhere.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t inner(void) {
    int local;
    return (uintptr_t)&local;
}

int main(void) {
    int outer;
    uintptr_t in = inner();
    assert(in != (uintptr_t)&outer);
    return 0;
}
