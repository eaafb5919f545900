// A tag of four characters is compared as if it had six.
#include <string.h>

static int matches(const char *tag, const char *word) {
    return memcmp(tag, word, strlen(word)) == 0; // BUG: out-of-bounds-read
}

int main(void) {
    char tag[4] = {'f', 'a', 't', 'h'};
    return matches(tag, "fathom");
}
