// The first byte of a word is its low one.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

union word {
    unsigned whole;
    unsigned char bytes[4];
};

int main(void) {
    union word word;
    word.whole = __VERIFIER_nondet_uint();
    unsigned low = word.bytes[0];
    assert(low == (word.whole & 255u));
    return (int)low;
}
