// STDOUT: 0\n
// The precondition of a binary search does not hold.
#include <assert.h>
#include <stdio.h>

static int find(const int *a, int n, int x) {
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        assert(a[low] <= a[high]); // BUG: assertion
        if (a[middle] == x)
            return middle;
        if (a[middle] < x)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void) {
    int first[3] = {1, 2, 3};
    int second[3] = {9, 2, 3};
    printf("%d\n", find(first, 3, 1));
    printf("%d\n", find(second, 3, 9));
    return 0;
}
