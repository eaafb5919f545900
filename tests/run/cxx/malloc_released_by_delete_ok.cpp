// EXIT: 3
// What malloc gave is released by free.
#include <cstdlib>

int main() {
    int *p = static_cast<int *>(std::malloc(sizeof(int)));
    if (!p)
        return 1;
    *p = 3;
    int value = *p;
    std::free(p);
    return value;
}
