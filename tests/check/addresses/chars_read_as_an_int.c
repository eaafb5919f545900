// An array of char need not be aligned for an int.
int main(void) {
    char bytes[8] = {0};
    int *p = (int *)bytes;
    return *p; // FAILS: misaligned-access
}
