// EXIT: 3
// The default of the option parser sets a mode.
enum mode { READ, WRITE, APPEND };

int main(int argc, char **argv) {
    enum mode mode = APPEND;
    if (argc > 1)
        mode = argv[1][0] == 'w' ? WRITE : READ;
    switch (mode) {
    case READ:
        return 1;
    case WRITE:
        return 2;
    case APPEND:
        return 3;
    }
    return 0;
}
