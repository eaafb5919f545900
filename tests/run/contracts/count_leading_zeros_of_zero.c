// The built-in has no answer for zero.
static int bit_length(unsigned x) {
    return 32 - __builtin_clz(x); // BUG: invalid-argument
}

int main(void) {
    return bit_length(9) + bit_length(0);
}
