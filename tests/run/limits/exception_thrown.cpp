// An exception is thrown and caught.
static int parse(char digit) {
    if (digit < '0' || digit > '9')
        throw 2; // BUG: exception
    return digit - '0';
}

int main() {
    try {
        return parse('x');
    } catch (int code) {
        return code;
    }
}
