int main(void) {
    if (1ll << 40)
        return 0;
    return 1;
}
