// A pointer to the object of an earlier iteration is used in the next one.
// NATIVE: compilers give it the same place each time, which no sanitizer marks
struct Node {
    int value;
    Node *previous;
    explicit Node(int value, Node *previous) : value(value), previous(previous) {}
    int sum() const { return previous ? value + previous->value : value; } // FAILS: use-after-scope
};

int main() {
    Node *last = nullptr;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        Node node(i, last);
        sum += node.sum();
        last = &node;
    }
    return sum;
}
