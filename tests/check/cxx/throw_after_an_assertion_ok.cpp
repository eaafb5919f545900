// VERDICT: unknown
extern "C" int __VERIFIER_nondet_int();
#include <cassert>

// What comes before a throw that nobody catches is decided.
int half(int x) {
  assert(x % 2 == 0 || x % 2 != 0); // PROVED: assertion
  if (x > 1000) throw x; // UNKNOWN: exception
  return x / 2;
}

int main() { return half(__VERIFIER_nondet_int()) != 7; }
