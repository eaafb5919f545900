// The bit below the sign.
int main(void) {
    int table[] = {1 << 30, (int)(1u << 31)};
    if (1 << 30)
        return 0;
    return table[1] == 4;
}
