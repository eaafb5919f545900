// Who wants the memory alone to be looked at says so; the library's headers listen to the last word.
// OPTIONS: -U_GLIBCXX_ASSERTIONS
#include <vector>

int main() {
    std::vector<int> numbers;
    numbers.reserve(2);
    numbers.push_back(1);
    numbers.data()[1] = 0;
    numbers[1] = 1;
    return numbers[2]; // FAILS: out-of-bounds-read
}
