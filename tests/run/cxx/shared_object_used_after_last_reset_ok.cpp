// STDOUT: 1 owner\n
// One owner is still there.
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
    return raw->balance == 100 ? 0 : 1;
}
