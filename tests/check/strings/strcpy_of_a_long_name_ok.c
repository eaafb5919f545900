// A name of up to five characters is copied if there is room.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char name[6];
    char field[4];
    for (int i = 0; i < 5; i++)
        name[i] = __VERIFIER_nondet_char();
    name[5] = '\0';
    if (strlen(name) >= sizeof field)
        return 1;
    strcpy(field, name);
    assert(strcmp(field, name) == 0);
    return 0;
}
