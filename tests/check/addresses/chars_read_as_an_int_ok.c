// An array of char that is aligned for an int.
int main(void) {
    _Alignas(int) char bytes[8] = {0};
    int *p = (int *)bytes;
    return *p;
}
