// Floating-point numbers that fit no integer, converted by the compiler.
int main(void) {
    int table[] = {(int)1e10, 0}; // UNKNOWN: unmodelled
    return table[1];
}
