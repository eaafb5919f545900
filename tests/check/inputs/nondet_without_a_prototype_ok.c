// An input function that is declared without a prototype, and whose value is limited.
// OPTIONS: -std=c99
extern unsigned nondet_uint();

int main(void) {
    static const char vowels[5] = {'a', 'e', 'i', 'o', 'u'};
    unsigned i = nondet_uint();
    return vowels[i % 5];
}
