// The smallest number has no opposite.
#include <limits.h>

int main(void) {
    int table[] = {-INT_MIN, 3}; // UNKNOWN: unmodelled
    return table[1] - 3;
}
