// The pointer leaves the block of the variable it points to.
int main(void) {
    int total = 0;
    const int *largest = &total;
    {
        int local = 12;
        if (local > total)
            largest = &local;
    }
    return *largest; // BUG: use-after-scope
}
