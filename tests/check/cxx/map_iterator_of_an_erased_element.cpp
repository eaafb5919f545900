// The element is gone when its value is read.
#include <map>

int main() {
    std::map<int, int> ages;
    ages[1] = 10;
    ages[2] = 20;
    ages[3] = 30;
    auto found = ages.find(2);
    ages.erase(found);
    return found->second == 20; // FAILS: use-after-free
}
