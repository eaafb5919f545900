// EXIT: 11
// The table that is changed is not constant.
static int limits[3] = {10, 20, 30};

static void raise_limit(int *limit) {
    *limit += 1;
}

int main(void) {
    raise_limit((int *)&limits[0]);
    return limits[0];
}
