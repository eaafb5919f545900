// Beside a global variable that is initialised by a function.
int start() {
    return 3;
}
int first = start();
int flags = 1 << 33; // UNKNOWN: unmodelled

int main() {
    return flags == 5;
}
