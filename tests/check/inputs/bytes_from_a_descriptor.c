// Four bytes from standard input are taken for a header without a look at how many came.
// OPTIONS: --check uninitialised-use
#include <unistd.h>

int main(void) {
    unsigned char header[4];
    if (read(0, header, sizeof header) < 0)
        return 1;
    if (header[3] == 7) // FAILS: uninitialised-use
        return 2;
    return 0;
}
