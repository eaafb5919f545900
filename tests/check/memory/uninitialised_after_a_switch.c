// A switch sets the width for the kinds it knows.
// OPTIONS: --check uninitialised-use
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int width;
    switch (__VERIFIER_nondet_int()) {
    case 1:
        width = 8;
        break;
    case 2:
        width = 16;
        break;
    }
    if (width > 8) // FAILS: uninitialised-use
        return 2;
    return 1;
}
