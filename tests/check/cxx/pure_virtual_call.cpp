// A constructor calls a virtual function that has no body yet.
// NATIVE: libstdc++ ends the program
struct Shape {
    Shape() { draw(); }
    void draw() { paint(); } // FAILS: invalid-call
    virtual void paint() = 0;
    virtual ~Shape() {}
};
struct Circle : Shape {
    void paint() override {}
};

int main() {
    Circle circle;
    return 0;
}
