// Flags, precisions and lengths that a conversion has no use for are not defined.
#include <stdio.h>

int main(int argc, char **argv) {
    char text[32];
    int count = 0;
    printf("%#x %#o %#.3g %05d %08.3f %.3d %.2s %-5c %5p %%", argc, argc, 1.0, argc, 1.0, argc, "abc", 'a', (void *)argv);
    // A negative precision is none.
    printf("%.*c %+d % d %lf %Lf %zu %n", -1, 'a', argc, argc, 1.0, 1.0L, sizeof text, &count);
    return sprintf(text, "%5s", "a") - 5;
}
