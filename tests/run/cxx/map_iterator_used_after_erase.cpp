// STDOUT: 2 left\n
// The iterator that `erase` invalidated is read: its node was freed.
#include <cstdio>
#include <map>
#include <string>

int main() {
    std::map<std::string, int> ages{{"ann", 31}, {"bob", 42}, {"cid", 53}};
    auto bob = ages.find("bob");
    ages.erase(bob);
    std::printf("%zu left\n", ages.size());
    return bob->second == 42 ? 0 : 1; // BUG: use-after-free
}
