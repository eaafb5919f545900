// A tagged value is negated by the member that its tag names.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum tag { NUMBER, FLAG };

struct value {
    enum tag tag;
    union {
        int number;
        unsigned char flag;
    };
};

static void negate(struct value *value) {
    if (value->tag == FLAG)
        value->flag = !value->flag;
    else
        value->number = ~value->number;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    struct value value = {.tag = NUMBER, .number = x};
    negate(&value);
    assert(value.tag == NUMBER);
    assert(value.number == ~x);
    return 0;
}
