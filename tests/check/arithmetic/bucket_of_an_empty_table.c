// The bucket for a hash, in a table that may have no buckets.
extern unsigned __VERIFIER_nondet_uint(void);

struct table {
    unsigned buckets;
};

static unsigned bucket(const struct table *table, unsigned hash) {
    return hash % table->buckets; // FAILS: division-by-zero
}

int main(void) {
    struct table table = {__VERIFIER_nondet_uint() & 7u};
    return bucket(&table, __VERIFIER_nondet_uint()) == 3;
}
