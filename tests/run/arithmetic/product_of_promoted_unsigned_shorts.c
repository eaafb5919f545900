// Unsigned shorts are promoted to int before they are multiplied.
static unsigned area(unsigned short width, unsigned short height) {
    return width * height; // BUG: signed-overflow
}

int main(void) {
    if (area(100, 100) != 10000)
        return 9;
    return area(65535, 65535) == 4294836225u;
}
