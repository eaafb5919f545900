// The default of a switch is declared impossible, and taken.
enum direction { NORTH, EAST, SOUTH, WEST };

static int turn(enum direction d) {
    switch (d) {
    case NORTH:
        return 1;
    case EAST:
        return 2;
    case SOUTH:
        return 3;
    default:
        __builtin_unreachable(); // BUG: unreachable
    }
}

int main(void) {
    return turn(EAST) + turn(WEST);
}
