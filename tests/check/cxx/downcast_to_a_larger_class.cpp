// A base pointer is cast to a class that its object is not.
extern "C" int __VERIFIER_nondet_int(void);

struct Message {
    int kind;
    explicit Message(int k) : kind(k) {}
};

struct LongMessage : Message {
    int extra;
    LongMessage() : Message(1), extra(0) {}
};

int main() {
    bool is_long = __VERIFIER_nondet_int() > 0;
    LongMessage *l = is_long ? new LongMessage : nullptr;
    Message *m = is_long ? l : new Message(0);
        static_cast<LongMessage *>(m)->extra = 5; // FAILS: out-of-bounds-write
    if (is_long)
        delete l;
    else
        delete m;
    return 0;
}
