// Execution starts at a function that is not main: all its parameters are arbitrary, also those that main has.
// OPTIONS: --entry share
int share(int parts, const char *name, long whole) {
    if (parts <= 0)
        return -1;
    return (int)(whole % 100) / parts;
}
