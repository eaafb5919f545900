/* UNKNOWN: valid-memsafety. The index leaves the array and not its object, nobody asks, and there is no meaning after it. */
extern int __VERIFIER_nondet_int(void);
struct {
    int table[4], last;
} object;

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    object.table[i] = 1;
    return 0;
}
