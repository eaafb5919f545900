// Two calls of member functions of one object in one expression.
struct counter {
    int value = 0;
    int next() { return value = value < 9 ? value + 1 : 0; }
    int peek() const { return value; }
};

int main() {
    counter c;
    return c.next() * 10 + c.peek() < 0; // ASSUMES: order
}
