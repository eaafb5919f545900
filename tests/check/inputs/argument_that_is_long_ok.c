// An argument of more than a few characters.
#include <string.h>
#include <assert.h>

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--very-long-option-name") == 0)
    assert(argv[1][2] == 'v');
  return 0;
}
