// Sequenced by statements, by && and ?:, and by the comma.
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
    int one = first();
    int two = second();
    int both = first() && second();
    int other = last ? first() : second();
    return one + two + both + other + (first(), second()) - 7;
}
