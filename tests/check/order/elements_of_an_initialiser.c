// The elements of an initialiser may be evaluated in any order, those of a compound literal, too.
static int cursor;
static int advance(void) {
    return cursor < 3 ? cursor++ : 0;
}

int main(void) {
    int table[2] = {advance(), advance()}; // ASSUMES: order
    return table[1] - table[0];
}
