# 1 "builtin-2.c"
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {
    abort();
}


long __builtin_expect(long value, long expected) {
    return value;
}


int linux;
int main(void) {
    linux = __VERIFIER_nondet_int();
    if (__builtin_expect(linux > 7, 1) && linux < 9)
        reach_error();
    return 0;
}
