// A table has at least one bucket.
extern unsigned __VERIFIER_nondet_uint(void);

struct table {
    unsigned buckets;
};

static unsigned bucket(const struct table *table, unsigned hash) {
    return hash % table->buckets;
}

int main(void) {
    struct table table = {__VERIFIER_nondet_uint() & 7u};
    if (table.buckets == 0)
        table.buckets = 1;
    return bucket(&table, __VERIFIER_nondet_uint()) == 3;
}
