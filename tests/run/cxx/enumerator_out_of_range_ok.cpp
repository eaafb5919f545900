// EXIT: 2
// The number is checked before it becomes an enumerator.
#include <cstring>

enum Colour { RED, GREEN, BLUE };

int main() {
    int number = 7;
    Colour colour = RED;
    if (number > BLUE)
        number = BLUE;
    std::memcpy(&colour, &number, sizeof colour);
    int index = colour;
    return index;
}
