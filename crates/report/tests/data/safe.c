#include <assert.h>

int main(void) {
  int even = 0;
  for (int i = 0; i < 1000; i++)
    even += 2;
  if (even < 0)
    even = 1 / even;
  assert(even == 2000);
  return 0;
}
