// A member of a structure is aligned, wherever the structure lies.
struct pair {
    char c;
    int i;
};

static int get(const int *p) {
    return *p;
}

int main(void) {
    struct pair pair = {1, 2};
    const void *member = &pair.i;
    return get(member);
}
