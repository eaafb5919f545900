// An array of structures is indexed by a number that counts from one.
extern unsigned __VERIFIER_nondet_uint(void);

struct employee {
    int salary;
    short room;
    char initial;
};

static struct employee staff[4] = {{100, 11, 'a'}, {200, 12, 'b'}, {300, 13, 'c'}, {400, 14, 'd'}};

int main(void) {
    unsigned number = __VERIFIER_nondet_uint();
    if (number < 1 || number > 4)
        return 1;
    const struct employee *who = &staff[number];
    return who->salary; // FAILS: out-of-bounds-read
}
