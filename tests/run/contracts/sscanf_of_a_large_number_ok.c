// The number fits no short.
#include <stdio.h>

int main(void) {
    short number = 0;
    sscanf("20000", "%hd", &number);
    return number != 20000;
}
