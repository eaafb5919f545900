// The last byte of a word is taken for its low one, on a machine that puts the low one first.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

union word {
    unsigned whole;
    unsigned char bytes[4];
};

int main(void) {
    union word word;
    word.whole = __VERIFIER_nondet_uint();
    unsigned low = word.bytes[3];
    assert(low == (word.whole & 255u)); // FAILS: assertion
    return (int)low;
}
