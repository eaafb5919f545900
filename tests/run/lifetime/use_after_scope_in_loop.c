// Each turn of the loop looks at the variable of the turn before.
#include <stddef.h>

int main(void) {
    const int *previous = NULL;
    int sum = 0;
    for (int i = 1; i <= 3; i++) {
        if (previous)
            sum += *previous; // BUG: use-after-scope
        {
            int square = i * i;
            if (square != 9)
                previous = &square;
        }
    }
    return sum;
}
