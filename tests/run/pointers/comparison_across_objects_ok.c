// OPTIONS: --check pointer-comparison
// EXIT: 1
// The pointers that are compared belong to one object.
static char buffer[16];
static char other[16];

static int in_buffer(const char *p) {
    return p >= buffer && p < buffer + 16;
}

int main(void) {
    other[0] = 1;
    return in_buffer(&buffer[4]);
}
