// STDOUT: 1 2 3 4\n
// Insertion sort tests the index before it uses it.
#include <stdio.h>

int main(void) {
    int a[4] = {4, 2, 3, 1};
    for (int i = 1; i < 4; i++) {
        int x = a[i], j = i - 1;
        while (j >= 0 && a[j] > x) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = x;
    }
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    return 0;
}
