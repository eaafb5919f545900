// A lambda that captures a parameter by reference is called after the function returned.
static auto adder(int amount) {
    return [&amount](int x) {
        return x + amount; // BUG: use-after-return
    };
}

int main() {
    auto add_three = adder(3);
    return add_three(4);
}
