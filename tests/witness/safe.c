// A loop whose bound is known.
void reach_error(void) {}
int main(void) {
  int x = 0, y = 10;
  while (x < 10) {
    x++;
    y--;
  }
  for (int i = 0; i < 3; i++)
    y += 2;
  do {
    y--;
  } while (y > 0);
  if (x + y != 10)
    reach_error();
  return 0;
}
