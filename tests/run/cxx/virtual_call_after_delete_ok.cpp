// EXIT: 12
// The virtual function is called while the object lives.
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
    int area = shape->area();
    delete shape;
    return area;
}
