// EXIT: 3
// A full stack refuses.
template <typename T, int Capacity> class Stack {
public:
    bool push(T x) {
        if (size_ == Capacity)
            return false;
        items_[size_++] = x;
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
