static int last(const int x, int y) {
    if (y > 0)
        *(int *)&y = x;
    return x;
}

int main(void) {
    return last(1, 0) + last(1, 2);
}
