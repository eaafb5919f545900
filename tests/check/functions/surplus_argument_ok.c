int half();

int main(void) {
    int one = half(8);
    return one + half(4) == 3;
}

int half(int x) {
    return x / 2;
}
