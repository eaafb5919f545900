// A memset of one's own that forgets the last byte.
// NATIVE: the compiler and its sanitizers take it for the one of the library
// OPTIONS: --check uninitialised-use
extern void __VERIFIER_assert(int);

void *memset(void *to, int byte, unsigned long n) {
    unsigned char *t = to;
    for (unsigned long i = 0; i + 1 < n; i++)
        t[i] = byte;
    return to;
}

int main(void) {
    unsigned char block[3];
    memset(block, 7, sizeof block);
    if (block[2] == 7) // FAILS: uninitialised-use
        return 1;
    return 0;
}
