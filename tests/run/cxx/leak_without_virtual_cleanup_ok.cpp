// OPTIONS: --check memory-leak
// EXIT: 4
// The destructor releases what the constructor allocated.
struct Base {
    virtual ~Base() {}
    virtual int size() const = 0;
};

struct Derived : Base {
    int *data;
    Derived() : data(new int[4]) {}
    ~Derived() override { delete[] data; }
    int size() const override { return 4; }
};

int main() {
    Base *base = new Derived;
    int size = base->size();
    delete base;
    return size;
}
