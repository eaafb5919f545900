// An access beyond the end of an array.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  int *p = malloc(8 * sizeof(int));
  p[0] = 1;
  p[n] = 2;
  free(p);
  if (n == 3)
    free(p);
  return 0;
}
