extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct large {
    long a, b, c;
};

extern struct large get(int);

/* UNKNOWN: unreach-call. What is returned in memory may be something else each time. */
int main(void) {
    long found[2];
    for (int i = 0; i < 2; i++)
        found[i] = get(i).b;
    if (found[0] != found[1])
        reach_error();
    return 0;
}
