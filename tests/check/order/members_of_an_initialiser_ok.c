struct token {
    int kind, value;
};

static int read_value(int *at) {
    return ++*at;
}

int main(void) {
    int at = 0, kind = at;
    struct token token = (struct token){.kind = kind, .value = read_value(&at)};
    return token.kind;
}
