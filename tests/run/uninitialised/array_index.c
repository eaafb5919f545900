// The index of the smallest element is unset if the first is the smallest.
static const int values[4] = {1, 5, 3, 9};

int main(void) {
    int smallest;
    int minimum = values[0];
    for (int i = 1; i < 4; i++)
        if (values[i] < minimum) {
            minimum = values[i];
            smallest = i;
        }
    return values[smallest]; // BUG: uninitialised-use
}
