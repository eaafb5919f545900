// Undefined, and no compiler warns: what is read through the pointer is written in the same expression.
int main(void) {
    int i = 3;
    int *p = &i;
    int sum = *p + i++; // ASSUMES: order
    return sum;
}
