// A struct returned by value still points into the local it was copied from.
struct buffer {
    int data[4];
    int *end;
};

static struct buffer make(void) {
    struct buffer local = {{1, 2, 3, 0}, 0};
    local.end = &local.data[2];
    struct buffer copy = local;
    return copy;
}

int main(void) {
    struct buffer b = make();
    return *b.end; // BUG: use-after-return
}
