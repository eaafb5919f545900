// Every kind of branch on the way to the error.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = 0;
  if (a > 30) return 0;
  switch (a) {
    case 1: b = 1; break;
    case 4 ... 6: b = 2; break;
    default: b = 3;
  }
  for (int i = 0; i < 2; i++)
    if (a == 9) b++; else b += 2;
  do b++; while (b < a);
  int c = a > 100 ? 1 : b == 20 ? 2 : 3;
  if (c == 2) goto error;
  while (c > 3) c--;
  return 0;
error: reach_error();
  return 1;
}
