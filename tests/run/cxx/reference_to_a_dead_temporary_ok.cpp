// EXIT: 5
// The object that is pointed into has a name.
struct Box {
    int value;
    explicit Box(int v) : value(v) {}
    ~Box() { value = 0; }
    const int *get() const { return &value; }
};

int main() {
    Box box(5);
    const int *p = box.get();
    return *p;
}
