// A table of operations holds a pointer to data.
static int five(void) {
    return 5;
}

static int data = 5;

typedef int operation(void);

int main(void) {
    operation *table[2] = {five, (operation *)(void *)&data};
    if (table[0]() != data)
        return 1;
    return table[1](); // BUG: invalid-call
}
