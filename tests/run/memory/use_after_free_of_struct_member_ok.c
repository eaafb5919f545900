// EXIT: 98
// The borrowed member is used while the owner still holds it.
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
    rename_person(&p, "bob");
    const char *borrowed = p.name;
    int initial = borrowed[0];
    free(p.name);
    return initial;
}
