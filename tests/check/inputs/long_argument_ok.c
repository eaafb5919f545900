// An argument is as long as the caller likes.
// OPTIONS: --unwind 400
// VERDICT: bounded
#include <string.h>

int main(int argc, char **argv) {
    char name[300];
    if (argc > 1 && strlen(argv[1]) < sizeof name)
        strcpy(name, argv[1]);
    return 0;
}
