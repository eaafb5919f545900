// A compound literal is another object in each iteration.
struct pair {
    int first, second;
};

static struct pair *kept;

static int exchange(struct pair *new) {
    int before = kept ? kept->second : 0;
    kept = new;
    return before;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += exchange(&(struct pair){i, 2 * i});
        kept = 0;
    }
    return sum;
}
