// The separator of a setting is cut out, whether it is there or not.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char setting[5];
    for (int i = 0; i < 4; i++)
        setting[i] = __VERIFIER_nondet_char();
    setting[4] = '\0';
    char *separator = strchr(setting, '=');
    *separator = '\0'; // FAILS: null-dereference
    assert(strlen(setting) == (size_t)(separator - setting));
    return 0;
}
