#include <stdint.h>
#include <stdlib.h>
union cell { int *pointer; uintptr_t number; unsigned char bytes[sizeof(int *)]; };
static int a = 1, b = 2, c = 3;
int main(void) {
    union cell x, y;
    x.pointer = &a;
    y.number = x.number;
    *y.pointer += 10;
    uintptr_t tagged = (uintptr_t)&b | 1;
    int *untagged = (int *)(tagged & ~(uintptr_t)1);
    *untagged += 10;
    union cell z, w;
    z.pointer = &c;
    for (unsigned i = 0; i < sizeof z; i++) w.bytes[i] = z.bytes[i];
    *w.pointer += 10;
    uintptr_t link = (uintptr_t)&a ^ (uintptr_t)&b;
    *(int *)(link ^ (uintptr_t)&a) += 100;
    return !(a == 11 && b == 112 && c == 13);
}
