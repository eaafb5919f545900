extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 1000 || x < -1000)
        return 0;
    float f = (float)x * 16777216.0f;
    long y = (int)(f / 16777216.0f * 1000000.0f);
    if (y == 7)
        reach_error();
    return 0;
}
