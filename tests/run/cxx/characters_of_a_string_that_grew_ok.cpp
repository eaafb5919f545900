// STDOUT: short!!!\n
// The string keeps its block, since there is room enough.
#include <cstdio>
#include <string>

int main() {
    std::string text = "short";
    text.reserve(40);
    const char *characters = text.c_str();
    text.append(3, '!');
    std::puts(characters);
    return 0;
}
