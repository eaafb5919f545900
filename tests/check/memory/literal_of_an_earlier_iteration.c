// A compound literal is another object in each iteration.
// NATIVE: compilers give it the same place each time, which no sanitizer marks
struct pair {
    int first, second;
};

static struct pair *kept;

static int exchange(struct pair *new) {
    int before = kept ? kept->second : 0; // FAILS: use-after-scope
    kept = new;
    return before;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += exchange(&(struct pair){i, 2 * i});
    }
    return sum;
}
