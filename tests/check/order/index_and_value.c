// The index of an assignment and what is assigned.
static int cursor;
static int advance(void) {
    return cursor < 3 ? cursor++ : 0;
}

int main(void) {
    int table[4] = {0};
    table[advance()] = advance(); // ASSUMES: order
    return table[3];
}
