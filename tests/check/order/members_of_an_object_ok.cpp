struct counter {
    int value = 0;
    int next() { return value = value < 9 ? value + 1 : 0; }
    int peek() const { return value; }
};

int main() {
    counter c;
    int first = c.next();
    return first * 10 + c.peek() + c.peek() < 0;
}
