// EXIT: 4
// Zero is a case of its own.
static int bit_length(unsigned x) {
    if (x == 0)
        return 0;
    return 32 - __builtin_clz(x);
}

int main(void) {
    return bit_length(9) + bit_length(0);
}
