// memcpy may not copy bytes onto themselves, though an assignment may.
#include <assert.h>
#include <string.h>

struct pair {
    int first[4], second[4];
};

int main(void) {
    struct pair a = {{1}, {2}}, *p = &a;
    a = *p;
    memcpy(a.first, p->first, 0);
    memmove(a.first, p->first, sizeof a.first);
    memcpy(a.first, p->second, sizeof a.first);
    assert(a.first[0] == 2);
    return 0;
}
