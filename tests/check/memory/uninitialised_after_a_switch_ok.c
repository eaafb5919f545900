// A switch sets the width in every case.
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
    default:
        width = 0;
        break;
    }
    if (width > 8)
        return 2;
    return 1;
}
