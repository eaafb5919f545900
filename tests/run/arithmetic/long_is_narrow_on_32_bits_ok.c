// OPTIONS: -m32
// EXIT: 3
// A long long is wide enough everywhere.
int main(void) {
    long long seconds = 3;
    long long nanoseconds = seconds * 1000000000L;
    return (int)(nanoseconds / 1000000000L);
}
