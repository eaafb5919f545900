# 1 "/somewhere/lines.c"
# 1 "<built-in>" 1
# 1 "/somewhere/lines.c" 2
extern int __VERIFIER_nondet_int(void);
# 30 "/somewhere/header.h" 1 3 4
extern void reach_error(void);
# 7 "/somewhere/lines.c" 2
int main(void) {
  int x = __VERIFIER_nondet_int();
# 200 "/somewhere/lines.c"
  if (x == 3)
    reach_error();
  return 0;
}
