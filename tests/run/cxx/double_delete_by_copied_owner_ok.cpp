// EXIT: 4
// The copy owns memory of its own.
class Owner {
public:
    explicit Owner(int value) : value_(new int(value)) {}
    Owner(const Owner &other) : value_(new int(*other.value_)) {}
    ~Owner() {
        delete value_;
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
