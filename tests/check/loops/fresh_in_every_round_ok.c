// A variable that is set once keeps its value in every round.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static int look(const int *place) {
    return *place;
}

int main(void) {
    int seen[2];
    int set_once = __VERIFIER_nondet_int();
    for (int i = 0; i < 2; i++)
        seen[i] = look(&set_once);
    __VERIFIER_assert(seen[0] == seen[1]);
    return 0;
}
