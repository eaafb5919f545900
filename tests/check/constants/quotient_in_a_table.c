// The quotient of the smallest number has no value, also where the compiler computes it for an array.
int main(void) {
    int table[2] = {-2147483647 - 1, (-2147483647 - 1) / -1}; // UNKNOWN: unmodelled
    return table[0] == 5;
}
