// All other numbers have an opposite.
#include <limits.h>

int main(void) {
    int table[] = {-INT_MAX, 3};
    return table[1] - 3;
}
