// EXIT: 5
// The counter is declared outside the loop.
static const int values[8] = {1, 3, 5, 7, 9, 11, 13, 15};

int main(void) {
    const int *found = &values[0];
    int i;
    for (i = 0; i < 8; i++)
        if (values[i] == 11) {
            found = &i;
            break;
        }
    return *found;
}
