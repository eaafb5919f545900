extern "C" int __VERIFIER_nondet_int();
#include <cassert>

int main() {
  int x = __VERIFIER_nondet_int();
  try {
    if (x > 10) throw x; // UNKNOWN: exception
    x &= 7;
  } catch (int y) {
    x = 40;
  }
  // In executions that throw it is 40.
  assert(x < 8); // UNKNOWN: assertion
  return 0;
}
