// A pipe has no position, and neither has a copy of its descriptor; a file may have one.
// NATIVE: there is no such file
#include <assert.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    assert(lseek(ends[0], 3, SEEK_SET) == -1); // PROVED: assertion
    int copy = dup(ends[1]);
    assert(copy < 0 || lseek(copy, 0, SEEK_CUR) == -1); // PROVED: assertion
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection >= 0)
        assert(lseek(connection, 0, SEEK_END) < 0); // PROVED: assertion
    close(ends[0]);
    int file = open("data", O_RDONLY);
    if (file >= 0)
        assert(lseek(file, 3, SEEK_SET) == -1); // FAILS: assertion
    return 0;
}
