#include <assert.h>

struct point { int x, y; };
struct box { struct point low, high; const char *name; };

static int area(struct box b) {
  return (b.high.x - b.low.x) * (b.high.y - b.low.y);
}

int main(int argc, char **argv) {
  struct box box = {{0, 0}, {3, 2}, "unit"};
  if (argc > 2)
    box.high.x = -argc;
  assert(area(box) > 0);
  return 0;
}
