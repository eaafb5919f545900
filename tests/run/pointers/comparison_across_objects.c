// OPTIONS: --check pointer-comparison
// Whether a pointer lies in a buffer is asked with < across objects.
static char buffer[16];
static char other[16];

static int in_buffer(const char *p) {
    return p >= buffer && p < buffer + 16; // BUG: pointer-comparison
}

int main(void) {
    other[0] = 1;
    return in_buffer(&other[4]);
}
