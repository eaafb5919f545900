struct record {
    long values[8];
};

static int count;
static struct record next(void) {
    struct record record = {{0}};
    count = count < 10 ? count + 1 : 0;
    record.values[3] = count;
    return record;
}

int main(void) {
    return (int)(next().values[3] - 2 * next().values[3]); // ASSUMES: order
}
