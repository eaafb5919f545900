// A switch jumps into an unrolled loop (Duff's device), which copies four elements if there are none.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from, int count) {
    int rounds = (count + 3) / 4;
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
    assert(to[count] == 0); // FAILS: assertion
    assert(count == 0 || to[count - 1] == count);
    return 0;
}
