// EXIT: 1
// One factor is made unsigned.
static unsigned area(unsigned short width, unsigned short height) {
    return (unsigned)width * height;
}

int main(void) {
    if (area(100, 100) != 10000)
        return 9;
    return area(65535, 65535) == 4294836225u;
}
