// The range is larger than the object.
extern void __VERIFIER_nondet_memory(void *, unsigned long);
struct record {
    int id;
    short kind[3];
};

int main(void) {
    struct record r;
    __VERIFIER_nondet_memory(&r, sizeof r + 1); // FAILS: out-of-bounds-write
    return r.id == 3;
}
