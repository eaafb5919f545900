// new of a type that is aligned beyond what the heap gives anyway.
// OPTIONS: --std c++17
struct alignas(64) Line {
    int value;
};

int main() {
    Line *line = new Line{3};
    int *past = &line->value + 16;
    int result = line->value + *past; // FAILS: out-of-bounds-read
    delete line;
    return result;
}
