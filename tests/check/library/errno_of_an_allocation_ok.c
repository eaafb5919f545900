// Errno says that there was no memory, and stays as it is where there was some, or nobody asked for any.
// OPTIONS: --malloc-may-fail
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = 77;
    char *block = malloc(4);
    assert(errno == (block == NULL ? ENOMEM : 77));
    errno = 0;
    char *more = realloc(block, 40);
    assert(more != NULL || errno == ENOMEM);
    errno = 3;
    void *aligned = NULL;
    int code = posix_memalign(&aligned, 16, 32);
    assert(errno == 3 && (code == 0 || code == ENOMEM));
    if (code == 0)
        free(aligned);
    free(more != NULL ? more : block);
    return 0;
}
