// OPTIONS: -U_GLIBCXX_ASSERTIONS
#include <vector>

int main() {
    std::vector<int> numbers;
    numbers.reserve(2);
    numbers.push_back(1);
    numbers.data()[1] = 0;
    numbers[1] = 1;
    return numbers[0];
}
