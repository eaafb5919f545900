// There is no memory for this: `new` throws, or gives null where it may not.
#include <new>

extern "C" unsigned long __VERIFIER_nondet_ulong(void);

int main() {
    char *block = new (std::nothrow) char[1UL << 50];
    if (__VERIFIER_nondet_ulong() == 1 && block)
        *block = 1;
    delete[] block;
    unsigned long size = __VERIFIER_nondet_ulong();
    if (size < 1UL << 20)
        delete[] new char[size];
    return 0;
}
