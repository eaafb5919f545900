// The initialisation of the static variable comes by itself again.
static int number(int depth);

struct Number {
    int value;
    Number(int depth) : value(number(depth)) {}
};

static int number(int depth) {
    if (depth == 0)
        return 1;
    static Number inner(depth - 1); // FAILS: invalid-argument
    return inner.value;
}

int main() {
    return number(2) - 1;
}
