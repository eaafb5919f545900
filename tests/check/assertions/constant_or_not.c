// What __builtin_constant_p is asked of is not evaluated; what it chooses is.
// NATIVE: clang evaluates what __builtin_constant_p is asked of
extern int __VERIFIER_nondet_int(void);
int table[4];
#define HALF(x) (__builtin_constant_p(x) ? (x) / 2 : (x) >> 1)
int main(void) {
  int i = __VERIFIER_nondet_int(), unknown = __VERIFIER_nondet_int();
  if (i < 0 || i > 7) return 0;
  int sum = __builtin_constant_p(table[i]) + __builtin_constant_p(10 / i) + __builtin_constant_p(unknown + 1);
  sum += HALF(8) + HALF(i);
  if (!__builtin_constant_p("text") || __builtin_constant_p(unknown)) sum = 100;
  sum += __builtin_constant_p(unknown) ? 0 : table[i]; // FAILS: array-index
  return sum;
}
