// The initialisation of the static variable ends before it is needed again.
static int number(int depth);

struct Number {
    int value;
    Number(int depth) : value(number(depth)) {}
};

static int number(int depth) {
    if (depth == 0)
        return 1;
    static Number inner(depth - 1);
    return inner.value;
}

int main() {
    return number(1) - 1;
}
