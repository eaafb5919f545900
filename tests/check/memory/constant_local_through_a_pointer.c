// What is defined const is never written, also not through a pointer that forgot (C11 6.7.3p6).
// NATIVE: local variables lie in memory that can be written
static void set(const int *p) {
    *(int *)p = 6; // FAILS: write-to-constant
}

int main(void) {
    const int x = 5;
    set(&x);
    return 0;
}
