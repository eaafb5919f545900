// The member of a packed structure is written through the structure.
extern int __VERIFIER_nondet_int(void);

struct __attribute__((packed, aligned(4))) record {
    int total;
    char tag;
    int value;
};

static void set(int *slot, int value) {
    *slot = value;
}

int main(void) {
    struct record record = {0, 'r', 0};
    int which = __VERIFIER_nondet_int();
    if (which == 1)
        set(&record.total, 5);
    if (which == 2)
        record.value = 6;
    return record.total + record.value;
}
