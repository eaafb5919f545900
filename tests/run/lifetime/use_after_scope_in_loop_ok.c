// EXIT: 3
// Each turn of the loop looks at the value of the turn before.
#include <stddef.h>

int main(void) {
    int previous = 0;
    int sum = 0;
    for (int i = 1; i <= 3; i++) {
        if (previous)
            sum += previous;
        {
            int square = i * i;
            if (square != 9)
                previous = i;
        }
    }
    return sum;
}
