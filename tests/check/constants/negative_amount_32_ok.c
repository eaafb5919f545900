// OPTIONS: -m32
int main(void) {
    unsigned long high = 1ul << 31;
    return high == 7;
}
