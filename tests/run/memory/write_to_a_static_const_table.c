// A cast takes const away from a table that stays constant.
static const int limits[3] = {10, 20, 30};

static void raise_limit(int *limit) {
    *limit += 1; // BUG: write-to-constant
}

int main(void) {
    raise_limit((int *)&limits[0]);
    return limits[0];
}
