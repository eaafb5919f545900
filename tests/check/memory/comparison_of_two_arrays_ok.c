// Whether a pointer lies before the end of its own array.
// OPTIONS: --check pointer-comparison
extern int __VERIFIER_nondet_int(void);

static int first[4], second[4];

int main(void) {
    int use_first = __VERIFIER_nondet_int() > 0;
    int *begin = use_first ? first : second;
    int *end = (use_first ? first : second) + 4;
    int count = 0;
    if (begin < end)
        count = 4;
    return count;
}
