// A pointer to an object of the same iteration is used.
struct Node {
    int value;
    Node *previous;
    explicit Node(int value, Node *previous) : value(value), previous(previous) {}
    int sum() const { return previous ? value + previous->value : value; }
};

int main() {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        Node first(i, nullptr);
        Node *last = &first;
        Node node(i, last);
        sum += node.sum();
    }
    return sum;
}
