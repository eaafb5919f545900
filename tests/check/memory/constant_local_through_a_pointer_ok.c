// A pointer to const may point to what is not; what is const is initialised, in every round of a loop anew.
#include <assert.h>

struct pair {
    int a, b;
};

struct link {
    const struct link *next;
};

static int three(void) {
    return 3;
}

static struct pair make(void) {
    return (struct pair){1, 2};
}

static void set(const int *p) {
    *(int *)p = 6;
}

static int first(const int *p) {
    return *p;
}

int main(void) {
    int x = 5;
    set(&x);
    assert(x == 6);
    for (int i = 0; i < 2; i++) {
        const int scalar = i, filled[4] = {three()}, constant[3] = {1, 2, 3};
        const struct pair list = {three(), 2}, returned = make(), copied = list;
        const struct link self = {&self};
        assert(first(&scalar) == i && first(filled) == 3 && first(constant) == 1);
        assert(first(&list.a) == 3 && first(&returned.a) == 1 && first(&copied.b) == 2 && self.next == &self);
    }
    int rounds = 0;
again:;
    const int repeated = rounds;
    assert(first(&repeated) == rounds);
    if (rounds++ < 1)
        goto again;
    return 0;
}
