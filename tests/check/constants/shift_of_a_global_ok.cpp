// Beside a global variable that is initialised by a function.
int start() {
    return 3;
}
int first = start();
long flags = 1L << 33;

int main() {
    return flags == 5;
}
