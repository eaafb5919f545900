extern int __VERIFIER_nondet_int(void);
extern void abort(void);

void reach_error(void) {
    abort();
}

int count;

/* The twin of surplus-1. */
void *work() {
    count++;
    return 0;
}

void *other(void *argument) {
    count += *(int *)argument;
    return 0;
}

void start(void *(*function)(void *), void *argument) {
    function(argument);
}

int main(void) {
    int two = 2;
    start(__VERIFIER_nondet_int() ? work : other, &two);
    if (count != 1)
        reach_error();
    return 0;
}
