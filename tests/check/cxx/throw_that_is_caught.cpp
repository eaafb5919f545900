extern "C" int __VERIFIER_nondet_int();
#include <cassert>

// Who catches goes on, and that is not looked at: what may come after it is not proved, but what fails fails.
int main() {
  int x = __VERIFIER_nondet_int();
  assert(x != 5); // FAILS: assertion
  try {
    if (x > 10) throw x; // UNKNOWN: exception
  } catch (int y) {
    x = 4;
  }
  assert(x != 4); // FAILS: assertion
  return 0;
}
