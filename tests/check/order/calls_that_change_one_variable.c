// Which of the two is called last, C does not say.
static int last;
static int first(void) {
    last = 1;
    return 1;
}
static int second(void) {
    last = 2;
    return 2;
}

int main(void) {
    int sum = first() + second(); // ASSUMES: order
    return sum - 3;
}
