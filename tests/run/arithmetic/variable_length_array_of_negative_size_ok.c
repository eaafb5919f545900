// EXIT: 5
// The difference has the right sign.
static int span(int from, int to) {
    int cells[to - from];
    cells[0] = 5;
    return cells[0];
}

int main(void) {
    return span(2, 6);
}
