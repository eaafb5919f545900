// A function says by its result that it did not write through the pointer, and nobody looks.
// OPTIONS: --check uninitialised-use
extern int __VERIFIER_nondet_int(void);

static int parse_digit(int character, int *digit) {
    if (character < '0' || character > '9')
        return 0;
    *digit = character - '0';
    return 1;
}

int main(void) {
    int digit;
    parse_digit(__VERIFIER_nondet_int(), &digit);
    if (digit > 5) // FAILS: uninitialised-use
        return 2;
    return 3;
}
