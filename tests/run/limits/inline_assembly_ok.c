// EXIT: 5
// The position of the highest bit, by a built-in.
static unsigned highest_bit(unsigned x) {
    return 31u - (unsigned)__builtin_clz(x);
}

int main(void) {
    return (int)highest_bit(40);
}
