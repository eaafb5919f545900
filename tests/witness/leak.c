// Memory is left in some executions, and some of them end early.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(4);
  *p = n;
  if (n == 5)
    p = 0;
  if (n == 6)
    abort();
  if (n == 7)
    exit(1);
  free(p);
  return 0;
}
