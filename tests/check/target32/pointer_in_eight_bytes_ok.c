// A pointer is saved as the bytes that it has.
// OPTIONS: -m32
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = 0, y = 0;
    int *p = __VERIFIER_nondet_int() > 0 ? &x : &y;
    char saved[8];
    memcpy(saved, &p, sizeof p);
    int *restored;
    memcpy(&restored, saved, sizeof restored);
    *restored = 1;
    __VERIFIER_assert(x + y == 1);
    return 0;
}
