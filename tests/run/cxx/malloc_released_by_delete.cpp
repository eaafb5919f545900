// What malloc gave is released by delete.
#include <cstdlib>

int main() {
    int *p = static_cast<int *>(std::malloc(sizeof(int)));
    if (!p)
        return 1;
    *p = 3;
    int value = *p;
    delete p; // BUG: mismatched-free
    return value;
}
