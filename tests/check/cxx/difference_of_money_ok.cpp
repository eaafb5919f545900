// An operator computes with amounts in a wider type.
extern "C" int __VERIFIER_nondet_int(void);

class Money {
public:
    explicit Money(int cents) : cents_(cents) {}
    long long operator-(const Money &other) const {
        return static_cast<long long>(cents_) - other.cents_;
    }
    bool operator<(const Money &other) const { return *this - other < 0; }

private:
    int cents_;
};

int main() {
    Money a(__VERIFIER_nondet_int());
    Money b(__VERIFIER_nondet_int());
    return a < b;
}
