// A template whose argument is zero.
template <int N> int share(int sum) {
    return sum / N + 100 / N; // FAILS: division-by-zero
}

int main() {
    return share<0>(5) == 3;
}
