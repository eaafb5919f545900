// A reference is bound to what a pointer that may be null points to.
extern "C" int __VERIFIER_nondet_int(void);

struct Settings {
    int verbose;
};

static Settings global = {1};

static Settings *lookup(int user) { return user == 0 ? &global : nullptr; }

int main() {
    Settings *found = lookup(__VERIFIER_nondet_int());
    Settings &settings = *found; // FAILS: null-dereference
    return settings.verbose;
}
