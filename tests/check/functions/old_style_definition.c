// A definition in the style of Kernighan and Ritchie; nobody checks what it is called with.
// OPTIONS: -std=c99
// NATIVE: no sanitizer looks at calls of old-style functions
extern int __VERIFIER_nondet_int(void);

static int larger();

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 10)
        return larger(x, 10);
    return larger(x); // FAILS: invalid-call
}

static int larger(a, b)
    int a, b;
{
    return a > b ? a : b;
}
