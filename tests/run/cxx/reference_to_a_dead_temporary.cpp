// A pointer into a temporary is kept beyond the expression that made it.
struct Box {
    int value;
    explicit Box(int v) : value(v) {}
    ~Box() { value = 0; }
    const int *get() const { return &value; }
};

int main() {
    const int *p = Box(5).get();
    return *p; // BUG: use-after-scope
}
