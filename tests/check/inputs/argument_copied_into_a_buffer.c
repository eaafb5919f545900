#include <string.h>

int main(int argc, char **argv) {
  char name[100];
  if (argc < 2)
    return 1;
  strncpy(name, argv[1], 150); // FAILS: out-of-bounds-write
  return name[99] == 'x';
}
