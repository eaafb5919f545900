static int cursor;
static int advance(void) {
    return cursor < 3 ? cursor++ : 0;
}
static int constant(void) {
    return 4;
}

int main(void) {
    int first = advance();
    int table[3] = {first, advance(), constant()};
    return table[1] - table[0];
}
