// The address of a local variable is returned.
static int *counter(void) {
    int count = 4;
    int *p = &count;
    return p;
}

int main(void) {
    int *p = counter();
    return *p; // BUG: use-after-return
}
