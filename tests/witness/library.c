// What goes wrong in a library function goes wrong where it is called.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char from[4] = "abc", to[4];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  memcpy(to, from, n);
  return to[0];
}
