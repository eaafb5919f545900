// The constraint overflows, and the program does not.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0;
  int i = 0;
  while (i++ < 2)
    x = x + __VERIFIER_nondet_int();
  return x == 7;
}
