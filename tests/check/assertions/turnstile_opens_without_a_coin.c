// The error function is reached: the turnstile lets somebody through who did not pay.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

void reach_error(void) {
    abort();
}

enum state { LOCKED, OPEN };

int main(void) {
    enum state state = LOCKED;
    int coins = 0, passed = 0;
    for (int step = 0; step < 4; step++) {
        if (__VERIFIER_nondet_int() > 0) {
            coins++;
            state = OPEN;
        } else if (state == OPEN) {
            passed++;
            state = step == 2 ? OPEN : LOCKED;
        }
        if (passed > coins)
            reach_error(); // FAILS: error-reached
    }
    return 0;
}
