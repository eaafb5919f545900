#include <stdint.h>
#include <string.h>
struct halves { uint32_t low, high; };
static int target = 5;
int main(void) {
    int *p = &target, *q, *r = 0;
    struct halves h;
    memcpy(&h, &p, sizeof p);
    struct halves copy = { h.low, h.high };
    memcpy(&q, &copy, sizeof q);
    *q = 6;
    const char *from = (const char *)&p;
    char *to = (char *)&r;
    for (unsigned long i = sizeof p; i-- > 0;) to[i] = from[i];
    *r += 1;
    return target != 7;
}
