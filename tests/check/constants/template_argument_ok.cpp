template <int N> int share(int sum) {
    return sum / N + 100 / N;
}

int main() {
    return share<4>(5) == 3;
}
