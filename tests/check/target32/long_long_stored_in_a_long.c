// A file position is kept in a long, which cuts it off.
// OPTIONS: -m32 --check lossy-conversion
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    long long block = __VERIFIER_nondet_uint() % 100000000;
    long long position = block * 512;
    long kept = position; // FAILS: lossy-conversion
    return kept < 0;
}
