// Quotients of constants in an array: the smallest number, but divided by something else.
#define UNIT -1
int main(void) {
    int table[4] = {-2147483647 - 1, (-2147483647 - 1) / 2, -2147483647 / UNIT, -1 / 2};
    return table[0] == 5;
}
