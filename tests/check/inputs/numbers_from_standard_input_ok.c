// What was read is there; what was not is as before.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int first = 1, second = 2;
    int done = scanf("%1d,%d", &first, &second);
    assert(done >= -1 && done <= 2);
    assert(done < 1 || (first >= 0 && first <= 9));
    assert(done == 2 || second == 2);
    return 0;
}
