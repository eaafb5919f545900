// From a member back to its structure, by the offset of that member.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct hook {
    struct hook *next;
};

struct job {
    int priority;
    struct hook by_time;
    struct hook by_name;
};

static struct job *job_of(struct hook *hook, int offset) {
    return (struct job *)((char *)hook - offset);
}

int main(void) {
    struct job job = {3, {NULL}, {NULL}};
    int named = __VERIFIER_nondet_int() == 5;
    struct hook *hook = named ? &job.by_name : &job.by_time;
    int offset = named ? offsetof(struct job, by_name) : offsetof(struct job, by_time);
    return job_of(hook, offset)->priority;
}
