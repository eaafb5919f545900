// A number that counts from one is made an index first.
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
    const struct employee *who = &staff[number - 1];
    return who->salary;
}
