// Calls in calls, through pointers, and without a value.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct pair { int a, b; };
static int count;
static void tick(void) { count++; }
static int add(int a, int b) { return a + b; }
static struct pair both(int a, int b) { struct pair p = { a, b }; return p; }
int main(void) {
  int (*f)(int, int) = add;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  tick();
  int r = add(add(n, 1), f(2, n));
  struct pair p = both(r, 3);
  if ((*f)(p.a, 1) == 24)
    reach_error();
  return 0;
}
