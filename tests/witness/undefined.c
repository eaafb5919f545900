// Invariants whose evaluation is undefined, or that are no expressions.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int zero(int n) {
  return n > 7;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int table[2] = {1, 2};
  int *p = 0;
  if (x < 0 || x > 7)
    return 0;
  while (x > 0)
    x--;
  if (x > 0 || table[1] != 2 || p != 0 || zero(x))
    reach_error();
  return 0;
}
