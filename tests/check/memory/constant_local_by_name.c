// A cast does not make a constant variable one that may be written.
// NATIVE: local variables lie in memory that can be written
int main(void) {
    const int x = 5;
    *(int *)&x = 6; // FAILS: write-to-constant
    return 0;
}
