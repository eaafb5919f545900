// memcpy may not copy bytes onto themselves, though an assignment may.
// NATIVE: a copy of bytes onto themselves changes nothing there
#include <string.h>

struct pair {
    int first[4], second[4];
};

int main(void) {
    struct pair a = {{1}, {2}}, *p = &a;
    a = *p;
    memcpy(a.first, p->first, sizeof a.first); // FAILS: overlapping-copy
    return 0;
}
