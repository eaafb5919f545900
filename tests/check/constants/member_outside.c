// VERDICT: unknown
// The address is in a member or an element, and not at the beginning.
int table[4];
struct {
    int count;
    int *begin, *end;
} range = {4, table, table + 5};
static int *const ends[2] = {table, table + 5};

extern int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int())
        return range.end == 0; // UNKNOWN: unmodelled
    return ends[1] == 0; // UNKNOWN: unmodelled
}
