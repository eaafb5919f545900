// What new[] gave is released by delete.
int main() {
    int *a = new int[4];
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        a[i] = i;
        sum += a[i];
    }
    delete a; // BUG: mismatched-free
    return sum;
}
