// Macros that hide what they do.
extern int __VERIFIER_nondet_int(void);
extern int calls(void);
void reach_error(void) {}
#define NEXT (x++)
#define LIMIT 10
#define CALL calls()
#define INPUT __VERIFIER_nondet_int()
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = INPUT;
  if (x == LIMIT + 1 && y == 3)
    reach_error();
  return 0;
}
