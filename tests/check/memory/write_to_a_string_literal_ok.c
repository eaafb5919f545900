// The default text is an array, and can be capitalised in place.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char given[] = "given";
    char standard[] = "standard";
    char *text = __VERIFIER_nondet_int() > 0 ? given : standard;
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
    return 0;
}
