static unsigned long flags(int a, unsigned long b) {
    return (unsigned long)a | b;
}

int main(void) {
    return flags(1 << 4, 1ul << 40) == 3;
}
