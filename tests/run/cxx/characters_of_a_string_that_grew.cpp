// What `c_str` gave is gone once the string moved to a larger block.
#include <cstdio>
#include <string>

int main() {
    std::string text = "short";
    text.reserve(40);
    const char *characters = text.c_str();
    text.append(100, '!');
    std::puts(characters); // BUG: use-after-free
    return 0;
}
