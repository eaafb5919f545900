// The sum fits into a long of 64 bits only.
extern long __VERIFIER_nondet_long(void);
void reach_error(void) {}
int main(void) {
  long x = __VERIFIER_nondet_long();
  if (x == 2147483647 && (int)(x + 1 < 0))
    reach_error();
  return 0;
}
