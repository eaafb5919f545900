// A class that owns memory is copied member by member, and both copies release it.
class Owner {
public:
    explicit Owner(int value) : value_(new int(value)) {}
    ~Owner() {
        delete value_; // BUG: double-free
    }
    int value() const { return *value_; }

private:
    int *value_;
};

int main() {
    Owner first(2);
    Owner second = first;
    return first.value() + second.value();
}
