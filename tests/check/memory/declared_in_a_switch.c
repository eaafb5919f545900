// A variable at the beginning of a switch has no value when its block is entered again.
// NATIVE: the stack keeps the value
#include <assert.h>

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        switch (i) {
            int kept;
        case 0:
            kept = 5;
            sum += kept;
            break;
        case 1:
            assert(kept == sum); // FAILS: assertion
        }
    return 0;
}
