// Overflows in all kinds of places.
extern int __VERIFIER_nondet_int(void);
int table[10];
int half(int n) { return n + n; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  int which = __VERIFIER_nondet_int();
  if (which == 1) {
    int z = 7, w = k + 1;
    return w == z;
  }
  if (which == 2 && k * 2 == 8) return 1;
  if (which == 3)
    for (int i = k - 1; i < 3; i++) ;
  if (which == 4)
    while (k + 1 > 0) { k = 0; break; }
  if (which == 5)
    switch (k + 1) { case 3: return 3; }
  if (which == 6) do k = 1; while (0 - k > 5);
  if (which == 7) return half(k);
  if (which == 8)
    table[0] = (which > 8 ? 1 : k) +
               2;
  return 0;
}
