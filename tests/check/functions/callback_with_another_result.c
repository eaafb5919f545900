// A callback that returns nothing is called for its result.
extern int __VERIFIER_nondet_int(void);

typedef int callback(int *);

static int seen;

static int reset(int *x) {
    *x = 0;
    return 1;
}

static void look(int *x) {
    seen = *x;
}

int main(void) {
    int value = 6;
    callback *callbacks[2] = {reset, (callback *)look};
    unsigned i = __VERIFIER_nondet_int() & 1;
    return callbacks[i](&value); // FAILS: invalid-call
}
