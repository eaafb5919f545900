// The number fits no int.
#include <stdlib.h>

int main(void) {
    return atoi("2147483648") == 0; // BUG: invalid-argument
}
