struct pair {
    int first, second;
};

static int count;
static struct pair next(void) {
    count = count < 10 ? count + 1 : 0;
    struct pair pair = {count, 2 * count};
    return pair;
}

int main(void) {
    return next().first - next().second; // ASSUMES: order
}
