extern "C" int __VERIFIER_nondet_int();
#include <cassert>

// A throw that nobody catches ends the program in some round; what other rounds do is decided.
int main() {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) throw "negative"; // UNKNOWN: exception
    sum += x & 15;
    assert(sum < 70); // FAILS: assertion
  }
  return 0;
}
