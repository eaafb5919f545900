// The vector has room for all elements before the reference is taken.
#include <vector>

int main() {
    std::vector<int> numbers{1, 2, 3};
    numbers.reserve(200);
    int &first = numbers.front();
    for (int i = 0; i < 100; i++)
        numbers.push_back(i);
    return first - 1;
}
