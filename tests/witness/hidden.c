// The error is called, and then code follows that is undefined.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int *p = 0;
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    *p = 1;
  if (x == 2)
    reach_error();
  return 0;
}
