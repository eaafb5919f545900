extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int *kept;

/* Memory that a global variable points to is not freed: tracked, but not cleaned up. */
int main(void) {
    kept = malloc(sizeof *kept);
    *kept = __VERIFIER_nondet_int();
    return 0;
}
