// Callbacks of two types are kept as one, and called as one.
extern int __VERIFIER_nondet_int(void);

typedef void plain(void);
typedef int unary(int);
typedef int binary(int, int);

static int twice(int x) { return 2 * x; }
static int larger(int a, int b) { return a > b ? a : b; }

int main(void) {
    int two = __VERIFIER_nondet_int() == 2;
    plain *callback = two ? (plain *)larger : (plain *)twice;
    int result = ((unary *)callback)(4); // FAILS: invalid-call
    return result;
}
