// EXIT: 12
// The variable lives in the same block as the pointer.
int main(void) {
    int total = 0;
    const int *largest = &total;
    int local = 12;
    if (local > total)
        largest = &local;
    return *largest;
}
