// In one round it keeps its value from label to label.
#include <assert.h>

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        switch (i) {
            int kept;
        case 0:
        case 1:
            kept = 5;
            kept++;
        default:
            assert(kept == 6);
            sum += kept;
            assert(sum == 6 * (i + 1));
        }
    return 0;
}
