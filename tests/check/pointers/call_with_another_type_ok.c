// Callbacks of two types are kept with a tag that says which one it is.
extern int __VERIFIER_nondet_int(void);

typedef void plain(void);
typedef int unary(int);
typedef int binary(int, int);

static int twice(int x) { return 2 * x; }
static int larger(int a, int b) { return a > b ? a : b; }

int main(void) {
    int two = __VERIFIER_nondet_int() == 2;
    plain *callback = two ? (plain *)larger : (plain *)twice;
    if (two)
        return ((binary *)callback)(4, 5);
    int result = ((unary *)callback)(4);
    return result;
}
