// An operator computes with amounts that can be at both ends of the range.
extern "C" int __VERIFIER_nondet_int(void);

class Money {
public:
    explicit Money(int cents) : cents_(cents) {}
    int operator-(const Money &other) const {
        return cents_ - other.cents_; // FAILS: signed-overflow
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
