// Nothing sequences the increment and the other use.
static int sum(int a, int b) {
    return a + b;
}

int main(void) {
    int i = 1;
    return sum(i++, i) > 3; // ASSUMES: order
}
