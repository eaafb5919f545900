// A name that is too long is cut.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

struct user {
    char name[4];
    int administrator;
};

int main(void) {
    struct user user = {"", 0};
    unsigned length = __VERIFIER_nondet_uint();
    __VERIFIER_assume(length <= 6);
    for (unsigned i = 0; i < length; i++) {
        if (i == 3)
            break;
        user.name[i] = 'x';
    }
    return user.administrator;
}
