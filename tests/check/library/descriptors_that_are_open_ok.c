// Descriptors that are open differ, and a position from the start is where one gets.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int ends[2], file = open("file", O_RDONLY);
    if (file < 0 || pipe(ends) < 0)
        return 0;
    assert(ends[0] != ends[1] && file != ends[0] && file != ends[1]);
    long position = lseek(file, 5, SEEK_SET);
    assert(position == 5 || position == -1);
    return 0;
}
