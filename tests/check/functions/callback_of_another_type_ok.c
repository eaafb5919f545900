// Both callbacks take what they are given.
extern int __VERIFIER_nondet_int(void);

typedef int callback(int);

static int negate(int x) {
    return x == 1 ? -1 : 0;
}

static int scale(int x) {
    return x == 1 ? 3 : 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    callback *f = x > 100 ? (callback *)scale : negate;
    return f(1);
}
