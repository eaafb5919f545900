// STDOUT: 2 0 1\n
// The table of weights lives as long as the sorting.
#include <stdio.h>
#include <stdlib.h>

static int *weight;

static int by_weight(const void *a, const void *b) {
    int i = *(const int *)a, j = *(const int *)b;
    return (weight[i] > weight[j]) - (weight[i] < weight[j]);
}

int main(void) {
    int order[3] = {0, 1, 2};
    weight = malloc(3 * sizeof *weight);
    if (!weight)
        return 1;
    weight[0] = 20;
    weight[1] = 30;
    weight[2] = 10;
    qsort(order, 3, sizeof order[0], by_weight);
    free(weight);
    printf("%d %d %d\n", order[0], order[1], order[2]);
    return 0;
}
