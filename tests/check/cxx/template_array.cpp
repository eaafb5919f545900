// An array template hands out elements without a look at the index.
extern "C" unsigned __VERIFIER_nondet_uint(void);

template <class T, unsigned N>
class Array {
public:
    T &operator[](unsigned i) {
        sorted_ = false;
        return items_[i]; // FAILS: array-index
    }
    unsigned size() const { return N; }

private:
    T items_[N] = {};
    bool sorted_ = false;
};

int main() {
    Array<short, 5> numbers;
    numbers[0] = 1;
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 2 * numbers.size())
        return 0;
    numbers[i] = 2;
    return numbers[0];
}
