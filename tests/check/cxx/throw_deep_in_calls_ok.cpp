extern "C" int __VERIFIER_nondet_int();
#include <cassert>

struct Error { int code; };
static int inner(int x) {
  if (x == 3) throw Error{x}; // UNKNOWN: exception
  return x;
}
static int outer(int x) { return inner(x) + 1; }

int main() {
  int x = __VERIFIER_nondet_int() & 7, a[9] = {0};
  int y = outer(x);
  a[y] = 1; // PROVED: array-index
  assert(y != 4); // PROVED: assertion
  return 0;
}
