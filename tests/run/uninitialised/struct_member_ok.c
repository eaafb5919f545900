// EXIT: 3
// Every member that is looked at was set; the forgotten one is only copied.
struct config {
    int width;
    int height;
    int depth;
};

int main(void) {
    struct config c;
    c.width = 1;
    c.height = 2;
    struct config copy = c;
    if (copy.height > 8)
        return 1;
    return copy.width + copy.height;
}
