// The compiler fills a table with a shift that has no value: what it would do is not known.
int main(void) {
    int table[2] = {1, 1 << 40}; // UNKNOWN: unmodelled
    return table[0];
}
