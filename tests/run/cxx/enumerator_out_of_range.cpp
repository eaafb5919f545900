// A number from outside becomes an enumerator that does not exist.
#include <cstring>

enum Colour { RED, GREEN, BLUE };

int main() {
    int number = 7;
    Colour colour = RED;
    std::memcpy(&colour, &number, sizeof colour);
    int index = colour; // BUG: invalid-value
    return index;
}
