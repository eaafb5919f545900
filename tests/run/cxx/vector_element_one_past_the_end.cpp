// STDOUT: 3 values\n
// The headers of libstdc++ check the index, as they are told to: the loop runs up to the size.
#include <iostream>
#include <vector>

int main() {
    std::vector<int> values;
    values.reserve(3);
    for (int i = 0; i < 3; i++)
        values.push_back(i);
    std::cout << values.size() << " values" << std::endl;
    int sum = 0;
    for (std::size_t i = 0; i <= values.size(); i++)
        sum += values[i]; // BUG: assertion
    return sum;
}
