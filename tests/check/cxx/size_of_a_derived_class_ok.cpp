// A class of its own has the size that was allocated.
// OPTIONS: --cflags=-fsized-deallocation
struct Shape {
    int sides = 0;
};

struct Circle : Shape {
    long radius = 1;
};

int main() {
    Circle *shape = new Circle;
    delete shape;
    return 0;
}
