// A function with the name of what finds side effects.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static void __builtin_assume(_Bool condition) {}
#define NEXT (x++)
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x == 11 && y == 3)
    reach_error();
  return 0;
}
