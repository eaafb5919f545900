// The comparison of the two halves of a word stops one character too early.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static int is_palindrome(const char *s, int n) {
    for (int i = 0; i < n / 2 - 1; i++)
        if (s[i] != s[n - 1 - i])
            return 0;
    return 1;
}

int main(void) {
    char word[4];
    for (int i = 0; i < 4; i++)
        word[i] = __VERIFIER_nondet_char();
    if (is_palindrome(word, 4))
        assert(word[0] == word[3] && word[1] == word[2]); // FAILS: assertion
    return 0;
}
