// No more is in use than there is.
// OPTIONS: --check unsigned-overflow
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned room(unsigned capacity, unsigned used) {
    if (used > capacity)
        return 0;
    return capacity - used;
}

int main(void) {
    unsigned capacity = __VERIFIER_nondet_uint();
    unsigned used = __VERIFIER_nondet_uint();
    return room(capacity, used) >= 16;
}
