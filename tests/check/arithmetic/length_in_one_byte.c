// A length is put into one byte without a look at it.
// OPTIONS: --check lossy-conversion
extern int __VERIFIER_nondet_int(void);

struct header {
    unsigned char kind;
    unsigned char length;
};

int main(void) {
    int length = __VERIFIER_nondet_int();
    if (length < 0)
        return 1;
    struct header header = {1, 0};
    header.length = length; // FAILS: lossy-conversion
    return header.length == 17;
}
