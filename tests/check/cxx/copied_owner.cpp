// A class that owns a block is copied member by member, and both copies release it.
extern "C" int __VERIFIER_nondet_int(void);

class Buffer {
public:
    explicit Buffer(int first) : data_(new int[4]()) { data_[0] = first; }
    ~Buffer() {
        delete[] data_; // FAILS: double-free
    }
    int first() const { return data_[0]; }

private:
    int *data_;
};

int main() {
    Buffer a(1);
    if (__VERIFIER_nondet_int() > 0) {
        Buffer b = a;
        return b.first();
    }
    return a.first();
}
