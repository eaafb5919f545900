// The value is read before the element is erased, and the others are still there in their order.
#include <cassert>
#include <map>

int main() {
    std::map<int, int> ages;
    ages[1] = 10;
    ages[2] = 20;
    ages[3] = 30;
    auto found = ages.find(2);
    int age = found->second;
    ages.erase(found);
    assert(age == 20 && ages.size() == 2);
    int last = 0;
    for (auto &entry : ages) {
        assert(entry.first > last);
        last = entry.first;
    }
    return 0;
}
