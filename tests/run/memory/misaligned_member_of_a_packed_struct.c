// A pointer to a packed member forgets that it is packed.
struct __attribute__((packed, aligned(4))) record {
    char tag;
    int value;
};

static void set(int *slot, int value) {
    *slot = value; // BUG: misaligned-access
}

int main(void) {
    struct record r = {'r', 0};
    set(&r.value, 5);
    return r.value;
}
