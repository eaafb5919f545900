#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    char byte = 'x';
    int input = open("input", O_RDONLY);
    if (input < 0)
        return 0;
    assert(write(input, &byte, 1) == -1 && errno == EBADF);
    int output = open("output", O_WRONLY | O_CREAT, 0600);
    if (output < 0)
        return 0;
    assert(read(output, &byte, 1) == -1 && errno == EBADF);
    int second = dup(output);
    if (second >= 0)
        assert(pread(second, &byte, 1, 0) == -1 && errno == EBADF);
    close(input);
    assert(close(input) == -1 && errno == EBADF);
    assert(lseek(input, 0, SEEK_SET) == -1 && errno == EBADF);
    assert(read(-1, &byte, 1) == -1 && errno == EBADF);
    close(0);
    assert(read(0, &byte, 1) == -1 && errno == EBADF);
    return 0;
}
