// The error is called for exactly one pair of inputs.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error() {}
void check(int condition) {
  if (!condition) {
    ERROR: { reach_error(); abort(); }
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 10 && x < 20 && y == 2 * x) {
    check(y != 30);
  }
  if (x == 1)
    y = 2;
  return 0;
}
