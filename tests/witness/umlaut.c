// Columns count characters: ä is one.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  /* äöü */ int x = __VERIFIER_nondet_int(); /* ß */ if (x == 3) { reach_error(); }
  return 0;
}
