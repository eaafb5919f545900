// A descriptor allows what it was opened for, until it is closed.
// NATIVE: there are no such files
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char byte = 'x';
    (void)argv;
    if (argc == 1) {
        int input = open("input", O_RDONLY);
        if (input >= 0)
            assert(write(input, &byte, 1) == 1); // FAILS: assertion
    } else if (argc == 2) {
        int output = open("output", O_WRONLY | O_CREAT, 0600);
        if (output >= 0)
            assert(write(output, &byte, 1) == -1); // FAILS: assertion
    } else {
        int both = open("both", O_RDWR);
        if (both < 0)
            return 0;
        assert(read(both, &byte, 1) == -1 || write(both, &byte, 1) == -1); // FAILS: assertion
        close(both);
        int again = open("again", O_RDWR);
        assert(again < 0 || read(both, &byte, 1) == -1); // FAILS: assertion
    }
    return 0;
}
