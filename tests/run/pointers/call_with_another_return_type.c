// A callback that returns a double is registered as one that returns an int.
typedef int callback(int);

static double half(int x) {
    return x / 2.0;
}

static int apply(callback *f, int x) {
    return f(x); // BUG: invalid-call
}

int main(void) {
    return apply((callback *)half, 8);
}
