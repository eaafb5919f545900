// The error is deep in a recursion.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int sum(int n) {
  if (n <= 0)
    return 0;
  int rest = sum(n - 1);
  if (rest == 3)
    reach_error();
  return n + rest;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  return sum(n);
}
