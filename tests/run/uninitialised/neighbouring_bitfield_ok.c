// EXIT: 2
// Both bit-fields that are used were set; the rest of the byte was not.
struct flags {
    unsigned char ready : 1;
    unsigned char error : 1;
    unsigned char count : 4;
};

int main(void) {
    struct flags f;
    f.ready = 1;
    f.error = 0;
    if (f.error)
        return 1;
    return f.ready ? 2 : 3;
}
