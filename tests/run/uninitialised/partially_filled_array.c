// Four of five elements are set by the loop.
int main(void) {
    int squares[5];
    for (int i = 0; i < 4; i++)
        squares[i] = i * i;
    int count = 0;
    for (int i = 0; i < 5; i++)
        if (squares[i] % 2 == 0 || squares[i] == 1) // BUG: uninitialised-use
            count++;
    return count;
}
