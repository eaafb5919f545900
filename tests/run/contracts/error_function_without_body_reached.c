// The older name of the error function; it is declared and never defined.
extern void __VERIFIER_error(void);

int main(void) {
    int x = 0, y = 10;
    while (x < 10) {
        x++;
        y -= x % 5 != 0;
        if (x + y != 10)
            __VERIFIER_error(); // BUG: error-reached
    }
    return x;
}
