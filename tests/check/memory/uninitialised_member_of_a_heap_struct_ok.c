// The priority of a job has a default.
// OPTIONS: --check uninitialised-use
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int number;
    int priority;
};

static struct job *new_job(int number, int priority) {
    struct job *j = malloc(sizeof *j);
    if (!j)
        exit(1);
    j->number = number;
    j->priority = 0;
    if (priority > 0)
        j->priority = priority;
    return j;
}

int main(void) {
    struct job *a = new_job(1, 5);
    struct job *b = new_job(2, __VERIFIER_nondet_int());
    int first = a->number;
    if (b->priority > a->priority)
        first = b->number;
    free(a);
    free(b);
    return first;
}
