// A function returns nothing for the value that it forgets.
extern "C" int __VERIFIER_nondet_int(void);

enum Color { RED, GREEN, BLUE };

static int weight(Color c) {
    if (c == RED)
        return 30;
    if (c == GREEN)
        return 59;
    c = RED; // FAILS: missing-return
}

int main() {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    return weight(static_cast<Color>(n));
}
