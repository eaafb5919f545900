// EXIT: 2
// The table ends with the sentinel that the search expects.
static const int table[4] = {10, 20, 30, -1};

static int find(const int *entry, int wanted) {
    int index = 0;
    while (*entry != -1) {
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
