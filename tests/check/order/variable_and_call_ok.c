static int count = 5;
static int other = 7;
static int take(void) {
    return count--;
}

int main(void) {
    int local = 3;
    int sum = other + take();
    local += take();
    return sum == local;
}
