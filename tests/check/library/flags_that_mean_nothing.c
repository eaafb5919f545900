// Flags, precisions and lengths that a conversion has no use for are not defined.
// NATIVE: the library of the machine takes it
#include <stdio.h>

int main(int argc, char **argv) {
    char text[32];
    int count = 0;
    switch (argc) {
    case 1:
        printf("%#d", argc); // FAILS: invalid-argument
        break;
    case 2:
        printf("%.3c", 'a'); // FAILS: invalid-argument
        break;
    case 3:
        printf("%08p", (void *)argv); // FAILS: invalid-argument
        break;
    case 4:
        sprintf(text, "%05s", "a"); // FAILS: invalid-argument
        break;
    case 5:
        printf("%5%"); // FAILS: invalid-argument
        break;
    case 6:
        printf("%hs", "a"); // FAILS: invalid-argument
        break;
    default:
        printf("%3n", &count); // FAILS: invalid-argument
    }
    return 0;
}
