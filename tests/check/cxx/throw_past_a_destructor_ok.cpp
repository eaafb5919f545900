extern "C" int __VERIFIER_nondet_int();
#include <cassert>

int released;
struct Guard {
  ~Guard() { released++; }
};
int main() {
  int x = __VERIFIER_nondet_int();
  {
    Guard guard;
    if (x == 9) throw x; // UNKNOWN: exception
  }
  assert(released == 1 && x != 9);
  return 0;
}
