// Both callbacks return a result.
extern int __VERIFIER_nondet_int(void);

typedef int callback(int *);

static int seen;

static int reset(int *x) {
    *x = 0;
    return 1;
}

static int look(int *x) {
    seen = *x;
    return 0;
}

int main(void) {
    int value = 6;
    callback *callbacks[2] = {reset, (callback *)look};
    unsigned i = __VERIFIER_nondet_int() & 1;
    return callbacks[i](&value);
}
