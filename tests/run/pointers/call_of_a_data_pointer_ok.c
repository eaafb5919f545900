// EXIT: 5
// A table of operations holds functions only.
static int five(void) {
    return 5;
}

static int data = 5;

typedef int operation(void);

int main(void) {
    operation *table[2] = {five, five};
    if (table[0]() != data)
        return 1;
    return table[1]();
}
