// The compiler fills a table with a shift.
int main(void) {
    int table[2] = {1, 1 << 30};
    return table[0];
}
