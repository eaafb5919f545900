// Four bytes from standard input are taken for a header if so many came.
// OPTIONS: --check uninitialised-use
#include <unistd.h>

int main(void) {
    unsigned char header[4];
    if (read(0, header, sizeof header) < (long)sizeof header)
        return 1;
    if (header[3] == 7)
        return 2;
    return 0;
}
