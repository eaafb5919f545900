// OPTIONS: --std c++17
// The view looks at a string that ends with the statement, and is too long to be stored in place.
#include <string>
#include <string_view>

static std::string greeting(const std::string &name) { return "a rather long greeting for " + name; }

int main() {
    std::string_view view = greeting("somebody");
    return view[0] == 'a' ? 0 : 1; // BUG: use-after-free
}
