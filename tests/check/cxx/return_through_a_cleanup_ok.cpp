// What the compiler keeps to leave a block is no variable of the block.
extern "C" int __VERIFIER_nondet_int();

struct Guard {
    int &count;
    explicit Guard(int &count) : count(count) { count++; }
    ~Guard() { count--; }
};

int main() {
    int n = __VERIFIER_nondet_int(), open = 0;
    for (int round = 0; round < 2; round++)
        switch (n) {
        case 7: {
            Guard guard(open);
            if (__VERIFIER_nondet_int() == 1)
                return 1;
            if (open == 2)
                break;
        }
        }
    int k = open;
    return k == 0 ? 0 : 1;
}
