// EXIT: 6
// Every value that occurs has a case.
enum direction { NORTH, EAST, SOUTH, WEST };

static int turn(enum direction d) {
    switch (d) {
    case NORTH:
        return 1;
    case EAST:
        return 2;
    case SOUTH:
        return 3;
    case WEST:
        return 4;
    default:
        __builtin_unreachable();
    }
}

int main(void) {
    return turn(EAST) + turn(WEST);
}
