// The definition is in sight, so the compiler converts the argument; C says that nobody does.
// OPTIONS: -std=c99
// NATIVE: the compiler converts
static int half(x)
    double x;
{
    return (int)(x / 2);
}

int main(void) {
    return half(8) == 3; // FAILS: invalid-call
}
