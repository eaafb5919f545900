// What is passed need not be constant, and a constant parameter is set by each call.
#include <assert.h>

struct pair {
    int a, b;
};

static int number(const int x, int y) {
    int *p = &y;
    *p = *(const int *)&x;
    return y;
}

static int pair(const struct pair x) {
    const struct pair *p = &x;
    return p->b;
}

int main(void) {
    struct pair two = {1, 2};
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += number(i, 0);
        sum += pair(two);
    }
    assert(sum == 9);
    return 0;
}
