// Inputs that are floats.
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) {}
int main(void) {
  double d = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();
  if (d == 1.5 && f == 0.1f)
    reach_error();
  return 0;
}
