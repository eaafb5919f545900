// Functions that nobody defines return any value and change nothing, however they are called.
// OPTIONS: --stub-missing
#include <assert.h>

struct pair {
    int first, second;
};

extern int limit(int);
extern void announce(const char *, ...);
extern struct pair both(void);
extern int old_style();
extern int *somewhere(void);

int counter = 3;

int main(void) {
    int (*through)(int) = limit;
    announce("%d", counter);
    int a = limit(1), b = through(2), c = old_style(4, 5);
    struct pair p = both();
    int *q = somewhere();
    if (q == &counter)
        assert(*q == 3);
    if (a > 0 && b > 0 && c > 0 && p.first > 0 && p.second > 0)
        assert(a != 0 && b != 0 && c != 0 && p.first != 0 && p.second != 0);
    assert(counter == 3);
    return 0;
}
