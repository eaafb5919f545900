// The table of virtual functions is looked up in a deleted object.
struct Shape {
    virtual ~Shape() {}
    virtual int area() const = 0;
};

struct Rectangle : Shape {
    int width, height;
    Rectangle(int w, int h) : width(w), height(h) {}
    int area() const override { return width * height; }
};

int main() {
    Shape *shape = new Rectangle(3, 4);
    delete shape;
    return shape->area(); // BUG: use-after-free
}
