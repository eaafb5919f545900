static int cursor;
static int advance(void) {
    return cursor < 3 ? cursor++ : 0;
}

int main(void) {
    int table[4] = {0};
    int i = advance();
    table[i] = advance();
    return table[3];
}
