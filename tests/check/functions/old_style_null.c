// A zero is an int, and no pointer, where no prototype says that one is wanted.
// OPTIONS: -std=c99
// NATIVE: the compiler converts
static int is_null(p)
    int *p;
{
    return p == (void *)0;
}

int main(void) {
    return is_null(0); // FAILS: invalid-call
}
