extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((noreturn));
int main(void) {
  int x = __VERIFIER_nondet_int();
  ((void) sizeof ((x + 1 > x) ? 1 : 0), __extension__ ({ if (x + 1 > x) ; else __assert_fail ("x + 1 > x", "a.c", 3, "main"); }));
  return 0;
}
