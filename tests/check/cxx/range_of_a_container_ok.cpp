// The end of a container lies behind its last element.
extern "C" unsigned __VERIFIER_nondet_uint(void);

template <class T>
class Vector {
public:
    explicit Vector(unsigned capacity) : data_(new T[capacity]()), size_(0) {}
    Vector(const Vector &) = delete;
    ~Vector() { delete[] data_; }
    void push(const T &x) { data_[size_++] = x; }
    T *begin() { return data_; }
    T *end() {
        return data_ + size_;
    }

private:
    T *data_;
    unsigned size_;
};

int main() {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 3)
        return 0;
    Vector<int> v(3);
    for (unsigned i = 0; i < n; i++)
        v.push(1);
    int sum = 0;
    for (int x : v)
        sum += x;
    return sum > 3;
}
