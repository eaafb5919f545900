// EXIT: 4
// The callback returns what its caller expects.
typedef int callback(int);

static int half(int x) {
    return x / 2;
}

static int apply(callback *f, int x) {
    return f(x);
}

int main(void) {
    return apply((callback *)half, 8);
}
