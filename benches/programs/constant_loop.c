// A loop of 10,000 rounds where everything is constant: folding, and nothing to solve.
#include <assert.h>

static int squares[10000];

int main(void) {
    long sum = 0;
    for (int i = 0; i < 10000; i++)
        squares[i] = i * i % 1000;
    for (int i = 0; i < 10000; i++)
        sum += squares[i];
    assert(sum > 0);
    return 0;
}
