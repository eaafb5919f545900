// A definition in the style of Kernighan and Ritchie, called with all of its arguments.
// OPTIONS: -std=c99
extern int __VERIFIER_nondet_int(void);

static int larger();

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 10)
        return larger(x, 10);
    return larger(x, 100);
}

static int larger(a, b)
    int a, b;
{
    return a > b ? a : b;
}
