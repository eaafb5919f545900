// EXIT: 9
// What new gave is released by delete.
int main() {
    long *p = new long(9);
    int value = static_cast<int>(*p);
    delete p;
    return value;
}
