// An input function that is declared without a prototype.
// OPTIONS: -std=c99
extern unsigned nondet_uint();

int main(void) {
    static const char vowels[5] = {'a', 'e', 'i', 'o', 'u'};
    unsigned i = nondet_uint();
    return vowels[i % 6]; // FAILS: array-index
}
