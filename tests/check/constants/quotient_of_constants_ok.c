// A quotient of constants that is never computed, in all the ways in which C leaves an operand out.
int main(void) {
    int size = sizeof(1 / 0);
    return (0 ? 1 / 0 : 0) + (0 && 1 / 0) + (1 || 1 % 0) - 1 + size - (int)sizeof(int);
}
