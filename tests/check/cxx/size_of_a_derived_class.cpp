// Without a virtual destructor, `delete` knows the size of the base class alone.
// OPTIONS: --cflags=-fsized-deallocation
// NATIVE: sanitizers compare sizes only if they are asked to
struct Shape {
    int sides = 0;
};

struct Circle : Shape {
    long radius = 1;
};

int main() {
    Shape *shape = new Circle;
    delete shape; // FAILS: mismatched-free
    return 0;
}
