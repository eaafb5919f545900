// A search with a sentinel runs off a table that has none.
static const int table[3] = {10, 20, 30};

static int find(const int *entry, int wanted) {
    int index = 0;
    while (*entry != -1) { // BUG: out-of-bounds-read
        if (*entry == wanted)
            return index;
        entry++;
        index++;
    }
    return -1;
}

int main(void) {
    int at = find(table, 30);
    if (find(table, 40) != -1)
        return 9;
    return at;
}
