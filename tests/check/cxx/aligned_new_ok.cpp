// new of a type that is aligned beyond what the heap gives anyway.
// OPTIONS: --std c++17
struct alignas(64) Line {
    int value;
};

int main() {
    Line *line = new Line{3};
    int result = line->value;
    delete line;
    return result;
}
