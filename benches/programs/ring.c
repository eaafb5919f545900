// A ring buffer under any 20 operations, with a bug: it takes one element too many.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct ring {
    int elements[8];
    unsigned first, count;
};

static int put(struct ring *r, int element) {
    if (r->count > 8)
        return 0;
    r->elements[(r->first + r->count++) % 8] = element;
    return 1;
}

static int take(struct ring *r, int *element) {
    if (r->count == 0)
        return 0;
    *element = r->elements[r->first];
    r->first = (r->first + 1) % 8;
    r->count--;
    return 1;
}

int main(void) {
    struct ring r = {{0}, 0, 0};
    for (int i = 0; i < 20; i++) {
        int element = i;
        if (__VERIFIER_nondet_int())
            put(&r, element);
        else
            take(&r, &element);
        assert(r.count <= 8);
    }
    return 0;
}
