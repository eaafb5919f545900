// EXIT: 4
// The variable is static.
static int *counter(void) {
    static int count = 4;
    int *p = &count;
    return p;
}

int main(void) {
    int *p = counter();
    return *p;
}
