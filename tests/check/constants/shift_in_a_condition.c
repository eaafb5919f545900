// The compiler decides the branch by a shift that has no value: what it would do is not known.
int main(void) {
    if (1 << 40) // UNKNOWN: unmodelled
        return 1;
    return 0;
}
