// The default of the option parser sets no mode.
enum mode { READ, WRITE, APPEND };

int main(int argc, char **argv) {
    enum mode mode;
    if (argc > 1)
        mode = argv[1][0] == 'w' ? WRITE : READ;
    switch (mode) { // BUG: uninitialised-use
    case READ:
        return 1;
    case WRITE:
        return 2;
    case APPEND:
        return 3;
    }
    return 0;
}
