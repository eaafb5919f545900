// EXIT: 5
// The member is accessed through its struct, which is known to be packed.
struct __attribute__((packed, aligned(4))) record {
    char tag;
    int value;
};

static void set(struct record *r, int value) {
    r->value = value;
}

int main(void) {
    struct record r = {'r', 0};
    set(&r, 5);
    return r.value;
}
