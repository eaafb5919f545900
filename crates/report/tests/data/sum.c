extern int __VERIFIER_nondet_int(void);

int main(void) {
  int step = __VERIFIER_nondet_int();
  int sum = 0;
  for (int i = 0; i < 20; i++)
    sum += step;
  return sum == 7;
}
