// Nor does scanf forget such a byte: no number begins with this one.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 5;
    ungetc('q', stdin);
    int count = scanf("%d", &number);
    assert(count == 0 && number == 5);
    assert(getchar() == 'q');
    return 0;
}
