// A binary search for a key beyond all others stays inside the array.
extern int __VERIFIER_nondet_int(void);

static const int keys[5] = {10, 20, 30, 40, 50};

static int find(int key) {
    int low = 0, high = 4;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        int at = keys[middle];
        if (at == key)
            return middle;
        if (at < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void) {
    return find(__VERIFIER_nondet_int());
}
