// EXIT: 3
// An offset into the struct survives the copy.
struct buffer {
    int data[4];
    int end;
};

static struct buffer make(void) {
    struct buffer local = {{1, 2, 3, 0}, 0};
    local.end = 2;
    struct buffer copy = local;
    return copy;
}

int main(void) {
    struct buffer b = make();
    return b.data[b.end];
}
