extern int __VERIFIER_nondet_int(void);

void reach_error(void) {}

/* UNKNOWN: termination. The error function returns if nobody asks whether it is called. */
int main(void) {
    reach_error();
    while (1)
        ;
}
