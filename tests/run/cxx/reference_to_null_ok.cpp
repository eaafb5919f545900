// A reference to an object.
static int unused(int &reference) {
    (void)reference;
    return 0;
}

int main() {
    int object = 3;
    int *pointer = &object;
    return unused(*pointer);
}
