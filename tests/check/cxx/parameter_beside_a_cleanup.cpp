// The parameter is gone, whatever way leads out of the block.
// NATIVE: clang does not mark where it ends, so its sanitizers do not know
struct Token {
    int value;
    explicit Token(int value) : value(value) {}
    ~Token() {}
};

static const Token *last;

static void keep(Token token) { last = &token; }

int main() {
    int sum = 0;
    {
        Token guard(1);
        keep(Token(3));
        sum += last->value; // FAILS: use-after-scope
        if (sum < 2)
            goto end;
        sum++;
    }
end:
    return 0;
}
