// A stack of fixed capacity is pushed once too often.
template <typename T, int Capacity> class Stack {
public:
    bool push(T x) {
        items_[size_++] = x; // BUG: array-index
        return true;
    }
    int size() const { return size_; }

private:
    T items_[Capacity] = {};
    int size_ = 0;
};

int main() {
    Stack<short, 3> stack;
    for (short i = 0; i < 4; i++)
        stack.push(i);
    return stack.size();
}
