// C as it was written before there were prototypes.
int __VERIFIER_nondet_int();
reach_error() { return 0; }
twice(n)
  int n;
{
  return n + n;
}
main()
{
  int x;
  x = __VERIFIER_nondet_int();
  if (twice(x) == 14)
    reach_error();
}
