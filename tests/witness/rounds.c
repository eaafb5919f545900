// A waypoint is passed once in each visit.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int i = 0;
  while (i < 2) {
    i++;
  }
  if (i == 2) reach_error();
  return 0;
}
