// The parameter lives as long as the statement that it is passed in, in a loop, and on one way only.
#include <cassert>
#include <string>

static const char *letters(std::string text) { return text.c_str(); }

static bool holds(std::string text, char c) { return text[0] == c; }

int main(int argc, char **) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += letters("abc")[i];
    assert(sum == 'a' + 'b' + 'c');
    for (int i = 0; i < 2; i++)
        if (argc > 1 && holds("yes", 'y'))
            sum++;
    return argc > 1 ? holds("no", 'n') : letters("maybe")[0] == 'm';
}
