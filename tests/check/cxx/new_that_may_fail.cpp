// Where memory may be missing, `new (std::nothrow)` gives null, as `malloc` does.
// OPTIONS: --malloc-may-fail
// NATIVE: there is memory
#include <new>

extern "C" int __VERIFIER_nondet_int(void);

int main() {
    int *one = new (std::nothrow) int(3);
    int first = *one; // FAILS: null-dereference
    delete one;
    unsigned char *many = new (std::nothrow) unsigned char[4];
    if (__VERIFIER_nondet_int() == 7)
        many[2] = 1; // FAILS: null-dereference
    delete[] many;
    return first;
}
