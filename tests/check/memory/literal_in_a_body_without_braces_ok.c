// The body of a loop is a block, with or without braces: what is made in it may be used there.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int twice(const int *number) {
    return 2 * *number;
}

static int in_while(int n) {
    int sum = 0;
    while (n-- > 0) sum += twice(&(int){n});
    return sum;
}

static int in_for(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += twice(&(const int){i}) + *&(int){i};
    return sum;
}

static int in_the_condition(int n) {
    int rounds = 0;
    do rounds++;
    while (twice(&(int){rounds}) < n);
    for (const int *first = &(int){7}; rounds < *first; rounds += twice(&(int){rounds}));
    return rounds;
}

static int in_a_switch(int n) {
    switch (n)
    case 1: return twice(&(int){4});
    int *kept = &(int){n}, sum = 0;
    for (int i = 0; i < n; i++)
        if (i == 0) *kept += twice(&(int){1});
        else sum += *(kept = &(int){i});
    return sum;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3) return 0;
    assert(in_while(n) == n * (n - 1));
    assert(in_for(n) <= 9);
    assert(in_the_condition(n) >= 7);
    return in_a_switch(n);
}
