// A member of a packed structure need not be aligned, wherever the structure lies.
struct __attribute__((packed)) pair {
    char c;
    int i;
};

static int get(const int *p) {
    return *p; // FAILS: misaligned-access
}

int main(void) {
    struct pair pair = {1, 2};
    const void *member = (const char *)&pair + 1;
    return get(member);
}
