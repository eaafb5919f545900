// An argument is as long as the caller likes.
// OPTIONS: --unwind 400
#include <string.h>

int main(int argc, char **argv) {
    char name[300];
    if (argc > 1)
        strcpy(name, argv[1]); // FAILS: out-of-bounds-write
    return 0;
}
