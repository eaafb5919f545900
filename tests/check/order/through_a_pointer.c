// Both functions write through what they are given, which may be the same.
static int bump(int *p) {
    return *p = *p < 100 ? *p + 1 : 0;
}

int main(void) {
    int x = 1, y = 1;
    int *p = x == y ? &x : &y;
    return bump(p) - bump(&x) > 5; // ASSUMES: order
}
