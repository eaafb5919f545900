static int sum(int a, int b) {
    return a + b;
}

int main(void) {
    int i = 1, j = 2;
    return sum(i++, j) > 3;
}
