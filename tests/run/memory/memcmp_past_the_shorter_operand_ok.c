// EXIT: 1
// The comparison is as long as the tag.
#include <string.h>

static int matches(const char *tag, const char *word) {
    return memcmp(tag, word, 4) == 0;
}

int main(void) {
    char tag[4] = {'f', 'a', 't', 'h'};
    return matches(tag, "fathom");
}
