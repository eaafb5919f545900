// What arguments are promoted to is what the function takes.
// OPTIONS: -std=c99
enum colour { red, green };

static int half(x, letter, colour, name)
    float x;
    char letter;
    enum colour colour;
    const char *name;
{
    return (int)(x / 2) + letter + colour + name[0];
}

int main(void) {
    const float eight = 8;
    char *const name = "b";
    const unsigned letter = 'a';
    return half(8.0, 'a', green, "b") == half(eight, letter, 1, name) ? 0 : 1;
}
