/* What programs of SV-COMP call, for KLEE. All of it is weak: what a program defines itself counts. */
#define WEAK __attribute__((weak))

void klee_make_symbolic(void *address, __SIZE_TYPE__ size, const char *name);
void klee_silent_exit(int status);
void __assert_fail(const char *what, const char *file, unsigned line, const char *function);

#define NONDET(name, type)                     \
  WEAK type __VERIFIER_nondet_##name(void) {   \
    type value;                                \
    klee_make_symbolic(&value, sizeof value, #name); \
    return value;                              \
  }

NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(u8, unsigned char)
NONDET(u16, unsigned short)
NONDET(u32, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(loff_t, long long)
NONDET(size_t, __SIZE_TYPE__)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)

WEAK _Bool __VERIFIER_nondet_bool(void) {
  return __VERIFIER_nondet_uchar() & 1;
}

WEAK void __VERIFIER_assume(int condition) {
  if (!condition)
    klee_silent_exit(0);
}

WEAK void __VERIFIER_error(void) {
  __assert_fail("__VERIFIER_error", "", 0, "");
}

WEAK void reach_error(void) {
  __assert_fail("reach_error", "", 0, "");
}
