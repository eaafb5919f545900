// One member of a struct is forgotten; copying the struct is fine, looking at the member is not.
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
    if (copy.depth > 8) // BUG: uninitialised-use
        return 1;
    return copy.width + copy.height;
}
