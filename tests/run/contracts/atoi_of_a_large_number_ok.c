// The number fits no int.
#include <stdlib.h>

int main(void) {
    return atoi("2147483647") == 0;
}
