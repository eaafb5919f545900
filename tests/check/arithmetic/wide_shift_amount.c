// A shift by 2^32 places, of which the low 32 bits are 0.
// NATIVE: clang looks at the low bits of the amount only
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned value = 128;
    long long places = __VERIFIER_nondet_bool() ? 4294967296ll : 4;
    value = value >> places; // FAILS: shift-amount
    return value == 128;
}
