// A byte that ungetc gave back is the first that fread reads.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[4] = "---";
    ungetc('q', stdin);
    size_t count = fread(text, 1, 3, stdin);
    assert(text[0] == 'q' && count >= 1);
    return (int)count;
}
