// What the compiler keeps to leave a block is no variable of the block; the variable is.
extern "C" int __VERIFIER_nondet_int();

struct Guard {
    int &count;
    explicit Guard(int &count) : count(count) { count++; }
    ~Guard() { count--; }
};

int main() {
    int n = __VERIFIER_nondet_int(), open = 0, *kept = &open;
    switch (n) {
    case 7: {
        Guard guard(open);
        if (__VERIFIER_nondet_int() == 1)
            return 1;
        int inner = n;
        kept = &inner;
    }
    }
    int k = *kept; // FAILS: use-after-scope
    return k == 0 ? 0 : 1;
}
