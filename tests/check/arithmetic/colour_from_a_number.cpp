// A number from outside becomes a colour that does not exist.
#include <cstring>

extern "C" unsigned __VERIFIER_nondet_uint();

enum Colour { RED, GREEN, BLUE };

static const int brightness[4] = {30, 59, 11, 0};

int main() {
    unsigned number = __VERIFIER_nondet_uint();
    if (number > 5)
        return 1;
    Colour colour = RED;
    std::memcpy(&colour, &number, sizeof colour);
    int index = colour; // FAILS: invalid-value
    return brightness[index];
}
