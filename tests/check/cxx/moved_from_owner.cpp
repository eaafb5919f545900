// An owner is used after its object was moved away.
extern "C" int __VERIFIER_nondet_int(void);

template <class T>
class Owner {
public:
    explicit Owner(T *object) : object_(object) {}
    Owner(Owner &&other) : object_(other.object_) { other.object_ = nullptr; }
    ~Owner() { delete object_; }
    T *get() const { return object_; }

private:
    T *object_;
};

int main() {
    Owner<int> first(new int(5));
    if (__VERIFIER_nondet_int() > 0) {
        Owner<int> second(static_cast<Owner<int> &&>(first));
        return *first.get(); // FAILS: null-dereference
    }
    return *first.get();
}
