// The error location of a verification task is reached.
extern void abort(void);
void reach_error(void) {
    abort();
}

static int maximum(int a, int b) {
    return a > b ? b : a;
}

int main(void) {
    int m = maximum(1, 2);
    if (m < 2)
        reach_error(); // BUG: error-reached
    return m;
}
