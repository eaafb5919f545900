// A constructor and another argument change one variable.
static int count;

static int next() { return count = count < 9 ? count + 1 : 0; }

struct shape {
    int sides;
    explicit shape(int sides) : sides(sides) { count = 0; }
    shape(const shape &other) : sides(other.sides) { count = 0; }
};

static int size(shape one, int more) { return one.sides + more; }

int main() {
    int known = size(shape(next()), next()); // ASSUMES: order
    return known < 0;
}
