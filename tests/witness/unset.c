// A variable that was never set.
void reach_error(void) {}
int main(void) {
  int u;
  int v = 2;
  if (u == v + 5)
    reach_error();
  return 0;
}
