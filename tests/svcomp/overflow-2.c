/* UNKNOWN: termination. It ends only on machines where the product wraps around. */
int main(void) {
    int x = 1;
    while (x > 0)
        x = x * 2;
    return 0;
}
