// The parameter is gone when the statement is over, and with it what it holds in itself.
// NATIVE: clang does not mark where it ends, so its sanitizers do not know
#include <string>

static const char *letters(std::string text) { return text.c_str(); }

int main() {
    const char *kept = letters("abc");
    return kept[1]; // FAILS: use-after-scope
}
