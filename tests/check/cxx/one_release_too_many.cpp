// A counted object is released once more than it was shared.
extern "C" int __VERIFIER_nondet_int(void);

class Counted {
public:
    void share() { count_++; }
    void release() {
        if (--count_ == 0) // FAILS: use-after-free
            delete this;
    }

private:
    int count_ = 1;
};

int main() {
    Counted *object = new Counted;
    bool shared = __VERIFIER_nondet_int() != 0;
    if (shared)
        object->share();
    object->release();
    object->release();
    return 0;
}
