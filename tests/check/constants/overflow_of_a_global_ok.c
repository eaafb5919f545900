// Outside of all functions; and a function that nobody calls.
unsigned sum = 2147483647 + 1u;

static inline int unused(void) {
    int table[] = {2147483647 + 1};
    return table[0];
}

int main(void) {
    return sum == 5;
}
