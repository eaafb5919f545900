// A file position is kept in a long long.
// OPTIONS: -m32 --check lossy-conversion
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    long long block = __VERIFIER_nondet_uint() % 100000000;
    long long position = block * 512;
    long long kept = position;
    return kept < 0;
}
