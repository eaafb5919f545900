// Two calls of the error function; only one of them is on the way.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) { reach_error(); }
  if (x == 2) { reach_error(); }
  return 0;
}
