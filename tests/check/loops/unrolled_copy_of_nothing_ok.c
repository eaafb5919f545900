// A switch jumps into an unrolled loop (Duff's device); a copy of nothing is a case of its own.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from, int count) {
    int rounds = (count + 3) / 4;
    if (count == 0)
        return;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
    case 3:
            *to++ = *from++;
    case 2:
            *to++ = *from++;
    case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void) {
    const char from[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    char to[9] = {0};
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 8)
        return 1;
    copy(to, from, count);
    assert(to[count] == 0);
    assert(count == 0 || to[count - 1] == count);
    return 0;
}
