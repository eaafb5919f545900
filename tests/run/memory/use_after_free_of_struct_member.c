// The owner frees what its member points to, and a borrowed copy of the member is used.
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
    int age;
};

static void rename_person(struct person *p, const char *name) {
    free(p->name);
    p->name = malloc(strlen(name) + 1);
    if (!p->name)
        exit(1);
    strcpy(p->name, name);
}

int main(void) {
    struct person p = {NULL, 30};
    rename_person(&p, "ann");
    const char *borrowed = p.name;
    rename_person(&p, "bob");
    int initial = borrowed[0]; // BUG: use-after-free
    free(p.name);
    return initial;
}
