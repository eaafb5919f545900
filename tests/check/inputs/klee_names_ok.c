// The names of KLEE; a divisor is assumed not to be zero.
#include <stddef.h>
#include <stdint.h>

void klee_make_symbolic(void *object, size_t size, const char *name);
void klee_assume(uintptr_t condition);

int main(void) {
    int parts = 1;
    klee_make_symbolic(&parts, sizeof parts, "parts");
    klee_assume(parts < 100);
    klee_assume(parts > 0);
    return 1000 / parts;
}
