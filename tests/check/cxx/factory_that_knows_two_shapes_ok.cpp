// A factory gives null for what it does not know, and its caller looks.
extern "C" int __VERIFIER_nondet_int(void);

struct Shape {
    virtual ~Shape() {}
    virtual int corners() const = 0;
};

struct Triangle : Shape {
    int corners() const override { return 3; }
};

struct Square : Shape {
    int corners() const override { return 4; }
};

static Shape *make(int kind) {
    if (kind == 0)
        return new Triangle;
    if (kind == 1)
        return new Square;
    return nullptr;
}

int main() {
    Shape *shape = make(__VERIFIER_nondet_int());
    if (!shape)
        return 0;
    int n = shape->corners();
    delete shape;
    return n;
}
