// A hash table without buckets.
struct table {
    unsigned buckets;
};

static unsigned place(const struct table *t, unsigned hash) {
    return hash % t->buckets; // BUG: division-by-zero
}

int main(void) {
    struct table some = {7}, none = {0};
    return (int)(place(&some, 10) + place(&none, 10));
}
