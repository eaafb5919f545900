// A base pointer is cast to a class after a look at the kind of its object.
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
    if (m->kind == 1)
        static_cast<LongMessage *>(m)->extra = 5;
    if (is_long)
        delete l;
    else
        delete m;
    return 0;
}
