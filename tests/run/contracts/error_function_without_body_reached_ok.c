// EXIT: 10
// The loop keeps its invariant, and the error function is not called.
extern void __VERIFIER_error(void);

int main(void) {
    int x = 0, y = 10;
    while (x < 10) {
        x++;
        y--;
        if (x + y != 10)
            __VERIFIER_error();
    }
    return x;
}
