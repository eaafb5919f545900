// A reference is bound to what a null pointer points to; nothing is accessed through it.
static int unused(int &reference) {
    (void)reference;
    return 0;
}

int main() {
    int *pointer = nullptr;
    return unused(*pointer); // BUG: null-dereference
}
