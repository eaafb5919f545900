// Memory that a container allocates is left where the program uses the container.
// OPTIONS: --check memory-leak
#include <vector>

int main() {
    auto *first = new std::vector<int>(3); // FAILS: memory-leak
    auto *second = new std::vector<int>; // PROVED: memory-leak
    second->resize(4); // PROVED: memory-leak
    std::vector<int> third(5); // PROVED: memory-leak
    int sum = int(first->size() + second->size() + third.size());
    delete second;
    return sum - 12;
}
