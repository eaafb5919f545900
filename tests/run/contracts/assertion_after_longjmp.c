// An error leaves the innermost function by longjmp, with the depth still counted.
#include <assert.h>
#include <setjmp.h>

static jmp_buf on_error;
static int depth;

static void descend(int levels) {
    depth++;
    if (levels == 0)
        longjmp(on_error, 1);
    descend(levels - 1);
    depth--;
}

int main(void) {
    if (setjmp(on_error) == 0)
        descend(3);
    assert(depth == 0); // BUG: assertion
    return 0;
}
