// The names of LLBMC; both numbers are limited.
extern int __llbmc_nondef_int(void);
extern void __llbmc_assume(int);
extern void __llbmc_assert(int);

int main(void) {
    int a = __llbmc_nondef_int();
    int b = __llbmc_nondef_int();
    __llbmc_assume(a >= 0 && a < 50);
    __llbmc_assume(b >= 0 && b < 50);
    __llbmc_assert(a + b >= a);
    __llbmc_assert(a + b < 99);
    return 0;
}
