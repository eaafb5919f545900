// Nothing is known of what a function without a body does with its argument.
// OPTIONS: --check uninitialised-use
// VERDICT: unknown
extern int transform(int value);

int main(void) {
    int value;
    return transform(value); // UNKNOWN: missing-body
}
