// The end of an array is an address.
int table[4];
struct {
    int count;
    int *begin, *end;
} range = {4, table, table + 4};
static int *const ends[2] = {table, table + 4};

extern int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int())
        return range.end == 0;
    return ends[1] == 0;
}
