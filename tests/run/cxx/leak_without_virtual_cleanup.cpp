// OPTIONS: --check memory-leak
// The destructor of the derived class forgets what its constructor allocated.
struct Base {
    virtual ~Base() {}
    virtual int size() const = 0;
};

struct Derived : Base {
    int *data;
    Derived() : data(new int[4]) {} // BUG: memory-leak
    ~Derived() override {}
    int size() const override { return 4; }
};

int main() {
    Base *base = new Derived;
    int size = base->size();
    delete base;
    return size;
}
