// EXIT: 2
// The error location is not reached.
extern void abort(void);
void reach_error(void) {
    abort();
}

static int maximum(int a, int b) {
    return a > b ? a : b;
}

int main(void) {
    int m = maximum(1, 2);
    if (m < 2)
        reach_error();
    return m;
}
