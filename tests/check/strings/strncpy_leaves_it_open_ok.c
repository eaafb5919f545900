// strncpy writes no terminator when the text is as long as the room, so one is written.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char source[6];
    char target[4];
    for (int i = 0; i < 5; i++)
        source[i] = __VERIFIER_nondet_char();
    source[5] = '\0';
    strncpy(target, source, sizeof target);
    target[sizeof target - 1] = '\0';
    size_t length = strlen(target);
    assert(length <= 3);
    return 0;
}
