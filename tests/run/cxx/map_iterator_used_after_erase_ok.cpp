// STDOUT: 2 left\n
// The element is read before it is erased.
#include <cstdio>
#include <map>
#include <string>

int main() {
    std::map<std::string, int> ages{{"ann", 31}, {"bob", 42}, {"cid", 53}};
    auto bob = ages.find("bob");
    int age = bob->second;
    ages.erase(bob);
    std::printf("%zu left\n", ages.size());
    return age == 42 ? 0 : 1;
}
