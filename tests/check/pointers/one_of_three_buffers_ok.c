// A buffer is chosen among three, and closed at its last element.
extern int __VERIFIER_nondet_int(void);

static char small[4], medium[8], large[16];

int main(void) {
    char *buffer;
    unsigned size;
    int need = __VERIFIER_nondet_int();
    if (need < 4) {
        buffer = small;
        size = sizeof small;
    } else if (need < 8) {
        buffer = medium;
        size = sizeof medium;
    } else {
        buffer = large;
        size = sizeof large;
    }
    buffer[size - 1] = 0;
    return 0;
}
