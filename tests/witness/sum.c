// Inputs are read in a loop, and the sum overflows only after several rounds.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  while (1) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000000)
      return 0;
    sum = sum + n;
  }
}
