// The parameter lives until the statement ends, whatever way leads out of the block.
struct Token {
    int value;
    explicit Token(int value) : value(value) {}
    ~Token() {}
};

static const Token *keep(Token token) { return &token; }

int main() {
    int sum = 0, i = 0;
again: {
    Token guard(1);
    sum += keep(Token(3))->value;
    if (++i < 2)
        goto again;
    if (sum < 2)
        goto end;
    sum++;
}
end:
    return sum == 7 ? 0 : 1;
}
