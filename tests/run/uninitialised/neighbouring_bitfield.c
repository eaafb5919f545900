// Two bit-fields share a byte; one of them was set.
struct flags {
    unsigned char ready : 1;
    unsigned char error : 1;
    unsigned char count : 4;
};

int main(void) {
    struct flags f;
    f.ready = 1;
    if (f.error) // BUG: uninitialised-use
        return 1;
    return f.ready ? 2 : 3;
}
