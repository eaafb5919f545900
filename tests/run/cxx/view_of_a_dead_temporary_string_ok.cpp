// OPTIONS: --std c++17
// The string has a name and outlives the view.
#include <string>
#include <string_view>

static std::string greeting(const std::string &name) { return "a rather long greeting for " + name; }

int main() {
    std::string text = greeting("somebody");
    std::string_view view = text;
    return view[0] == 'a' ? 0 : 1;
}
