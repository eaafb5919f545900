#include <assert.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    assert(lseek(ends[0], 3, SEEK_SET) == -1); // PROVED: assertion
    int file = open("data", O_RDONLY);
    if (file >= 0) {
        if (dup2(ends[1], file) == file)
            assert(lseek(file, 3, SEEK_SET) == -1); // PROVED: assertion
        else
            assert(lseek(file, 3, SEEK_SET) == -1 || file != ends[0]); // PROVED: assertion
    }
    return 0;
}
