// OPTIONS: --check unsigned-overflow
// The room that is left is computed from more than there was.
static unsigned room(unsigned capacity, unsigned used) {
    return capacity - used; // BUG: unsigned-overflow
}

int main(void) {
    if (room(8, 8) != 0)
        return 9;
    return (int)(room(8, 4) + room(8, 9));
}
