// Outside of all functions there is no check.
int sum = 2147483647 + 1; // UNKNOWN: unmodelled

int main(void) {
    return sum == 5;
}
