// Only the address is computed, and the object has no array for an index to be out of.
struct pair {
    int first, second;
};
static struct pair global;

static char *far_away(void) {
    return (char *)&global + 100; // FAILS: pointer-arithmetic
}

int main(void) {
    return far_away() == 0;
}
