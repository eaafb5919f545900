// A virtual function that has no body in the base class is called when the object is complete.
struct Shape {
    void draw() { paint(); } // PROVED: invalid-call
    virtual void paint() = 0;
    virtual ~Shape() {}
};
struct Circle : Shape {
    void paint() override {}
};

int main() {
    Circle circle;
    circle.draw();
    return 0;
}
