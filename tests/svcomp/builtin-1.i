# 1 "builtin-1.c"
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
    if (__builtin_expect(linux > 7, 1) && linux < 8)
        reach_error();
    return 0;
}
