// EXIT: 1
// The first element is the smallest until a smaller one is seen.
static const int values[4] = {1, 5, 3, 9};

int main(void) {
    int smallest = 0;
    int minimum = values[0];
    for (int i = 1; i < 4; i++)
        if (values[i] < minimum) {
            minimum = values[i];
            smallest = i;
        }
    return values[smallest];
}
