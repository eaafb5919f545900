// There is no memory for this: `new` throws, or gives null where it may not.
#include <new>

extern "C" unsigned long __VERIFIER_nondet_ulong(void);

int main() {
    char *block = new (std::nothrow) char[1UL << 50];
    if (__VERIFIER_nondet_ulong() == 1)
        *block = 1; // FAILS: null-dereference
    delete[] block;
    unsigned long size = __VERIFIER_nondet_ulong();
    if (size < 1UL << 50)
        delete[] new char[size]; // UNKNOWN: exception
    return 0;
}
