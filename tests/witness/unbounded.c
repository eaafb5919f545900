// The loop goes round as often as the input says.
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0;
  while (i < n)
    i++;
  if (i > n)
    reach_error();
  return 0;
}
