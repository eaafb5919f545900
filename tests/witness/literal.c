// A compound literal lives as long as the block around it.
extern int __VERIFIER_nondet_int(void);
struct s { int a; };
static struct s *kept;
static int keep(struct s *p) { kept = p; return p->a; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a = keep(&(struct s){ n });
  if (n == 3)
    return *(int *)0;
  return kept->a - a;
}
