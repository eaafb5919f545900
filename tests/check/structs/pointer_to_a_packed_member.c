// A pointer to a member of a packed structure forgets that it is packed.
extern int __VERIFIER_nondet_int(void);

struct __attribute__((packed, aligned(4))) record {
    int total;
    char tag;
    int value;
};

static void set(int *slot, int value) {
    *slot = value; // FAILS: misaligned-access
}

int main(void) {
    struct record record = {0, 'r', 0};
    int which = __VERIFIER_nondet_int();
    if (which == 1)
        set(&record.total, 5);
    if (which == 2)
        set(&record.value, 6);
    return record.total + record.value;
}
