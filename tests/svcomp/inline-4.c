extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* From C99 on this defines a function for others, too. */
extern inline int(zero)(void) /* always */
{
    return 0;
}

int main(void) {
    if (zero())
        reach_error();
    return 0;
}
