// The result of the function is looked at.
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
    if (!parse_digit(__VERIFIER_nondet_int(), &digit))
        return 1;
    if (digit > 5)
        return 2;
    return 3;
}
