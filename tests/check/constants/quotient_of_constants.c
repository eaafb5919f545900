// The compiler computes the quotient of constants before there is a division.
int main(void) {
    return 1 / 0; // FAILS: division-by-zero
}
