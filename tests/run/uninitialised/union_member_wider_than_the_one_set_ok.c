// EXIT: 65
// The byte that was set is looked at.
union word {
    unsigned char byte;
    unsigned int whole;
};

int main(void) {
    union word w;
    w.byte = 65;
    if (w.byte > 127)
        return 1;
    return w.byte;
}
