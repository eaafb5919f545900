// The number fits no short.
#include <stdio.h>

int main(void) {
    short number = 0;
    sscanf("40000", "%hd", &number); // BUG: invalid-argument
    return 0;
}
