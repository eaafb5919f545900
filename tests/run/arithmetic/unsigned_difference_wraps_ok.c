// OPTIONS: --check unsigned-overflow
// EXIT: 4
// The comparison comes before the difference.
static unsigned room(unsigned capacity, unsigned used) {
    return used < capacity ? capacity - used : 0;
}

int main(void) {
    if (room(8, 8) != 0)
        return 9;
    return (int)(room(8, 4) + room(8, 9));
}
