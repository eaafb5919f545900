// strcmp gives zero for equal texts.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char word[4];
    for (int i = 0; i < 3; i++)
        word[i] = __VERIFIER_nondet_char();
    word[3] = '\0';
    int is_on = 0;
    if (strcmp(word, "on") == 0)
        is_on = 1;
    if (is_on)
        assert(word[0] == 'o' && word[1] == 'n' && word[2] == '\0');
    return 0;
}
