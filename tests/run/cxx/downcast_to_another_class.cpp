// STDIN: 7 square\n
// STDOUT: 49\n
// `dynamic_cast` says by null that the object is of another class.
#include <iostream>
#include <memory>
#include <string>

struct Shape {
    virtual ~Shape() = default;
};
struct Square : Shape {
    int side = 0;
};
struct Circle : Shape {
    int radius = 0;
};

int main() {
    int size = 0;
    std::string kind;
    std::cin >> size >> kind;
    std::cout << size * size << std::endl;
    std::unique_ptr<Shape> shape;
    if (kind == "square")
        shape = std::make_unique<Square>();
    else
        shape = std::make_unique<Circle>();
    Circle *circle = dynamic_cast<Circle *>(shape.get());
    return circle->radius; // BUG: null-dereference
}
