// OPTIONS: -m32
// A second of nanoseconds times three fits a long on 64 bits, not on 32.
int main(void) {
    long seconds = 3;
    long nanoseconds = seconds * 1000000000L; // BUG: signed-overflow
    return (int)(nanoseconds / 1000000000L);
}
