// What a temporary is made of comes before its constructor.
static int count;

static int next() { return count = count < 9 ? count + 1 : 0; }

struct shape {
    int sides;
    explicit shape(int sides) : sides(sides) { count = 0; }
    shape(const shape &other) : sides(other.sides) { count = 0; }
};

static int size(shape one, int more) { return one.sides + more; }

int main() {
    int known = size(shape(next()), 4);
    return known < 0;
}
