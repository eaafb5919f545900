// An observer is deleted and forgotten.
extern "C" int __VERIFIER_nondet_int(void);

struct Observer {
    virtual ~Observer() {}
    virtual int notify(int event) = 0;
};

struct Counter : Observer {
    int seen = 0;
    int notify(int event) override { return event == 0 ? seen : ++seen; }
};

int main() {
    Observer *observer = new Counter;
    int event = __VERIFIER_nondet_int();
    if (event < 0) {
        delete observer;
        return 0;
    }
    int seen = observer->notify(event);
    delete observer;
    return seen;
}
