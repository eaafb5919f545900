// EXIT: 2
// The failure is a value instead.
static bool parse(char digit, int &value) {
    if (digit < '0' || digit > '9')
        return false;
    value = digit - '0';
    return true;
}

int main() {
    int value = 0;
    if (!parse('x', value))
        return 2;
    return value;
}
