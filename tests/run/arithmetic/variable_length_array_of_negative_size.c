// The difference that sizes the array has the wrong sign.
static int span(int from, int to) {
    int cells[from - to]; // BUG: array-size
    cells[0] = 5;
    return cells[0];
}

int main(void) {
    return span(2, 6);
}
