// EXIT: 7
// The lambda captures by value.
static auto adder(int amount) {
    return [amount](int x) {
        return x + amount;
    };
}

int main() {
    auto add_three = adder(3);
    return add_three(4);
}
