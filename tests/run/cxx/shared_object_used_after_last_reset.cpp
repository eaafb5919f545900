// STDOUT: 1 owner\n
// A raw pointer does not keep the object alive when its last owner lets go.
#include <iostream>
#include <memory>

struct Account {
    int balance = 100;
};

int main() {
    auto first = std::make_shared<Account>();
    auto second = first;
    Account *raw = first.get();
    first.reset();
    std::cout << second.use_count() << " owner" << std::endl;
    second.reset();
    return raw->balance == 100 ? 0 : 1; // BUG: use-after-free
}
