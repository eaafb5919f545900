struct token {
    int kind, value;
};

static int read_value(int *at) {
    return ++*at;
}

int main(void) {
    int at = 0;
    struct token token = (struct token){.kind = at, .value = read_value(&at)}; // ASSUMES: order
    return token.kind;
}
