// EXIT: 6
// The pointer has the function's type.
typedef int unary(int);

static int scale(int x) {
    return x * 2;
}

int main(void) {
    unary *operation = (unary *)scale;
    return operation(3);
}
