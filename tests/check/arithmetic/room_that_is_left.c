// The room that is left is computed from more than there was.
// OPTIONS: --check unsigned-overflow
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned room(unsigned capacity, unsigned used) {
    return capacity - used; // FAILS: unsigned-overflow
}

int main(void) {
    unsigned capacity = __VERIFIER_nondet_uint();
    unsigned used = __VERIFIER_nondet_uint();
    return room(capacity, used) >= 16;
}
