// A function of two parameters is called through a pointer to one of one.
typedef int unary(int);

static int scale(int x, int factor) {
    return x * factor;
}

int main(void) {
    unary *operation = (unary *)scale;
    return operation(3); // BUG: invalid-call
}
