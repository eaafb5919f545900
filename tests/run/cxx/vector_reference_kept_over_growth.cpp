// A reference to an element does not survive that the vector grows.
#include <vector>

int main() {
    std::vector<int> numbers{1, 2, 3};
    int &first = numbers.front();
    for (int i = 0; i < 100; i++)
        numbers.push_back(i);
    return first - 1; // BUG: use-after-free
}
