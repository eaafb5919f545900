static int twice(const int *p) {
    return *p < 100 ? *p * 2 : 0;
}

int main(void) {
    int x = 1, y = 1;
    int *p = x == y ? &x : &y;
    return twice(p) - twice(&x) > 5;
}
