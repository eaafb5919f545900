// A byte that ungetc gave back is the first that fread reads.
// NATIVE: what the stream gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[4] = "---";
    ungetc('q', stdin);
    size_t count = fread(text, 1, 3, stdin);
    assert(text[0] == 'q' && text[1] == '-'); // FAILS: assertion
    return (int)count;
}
