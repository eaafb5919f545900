// Variables whose declaration is not executed, since a goto or a switch leads past it, live as long as others.
// NATIVE: clang does not mark where it ends, so its sanitizers do not know
int nondet_int(void);

static int by_goto(int skip) {
    int *place;
    if (skip)
        goto inside;
    {
        int number = 0;
    inside:
        number = 3;
        place = &number;
    }
    return *place; // FAILS: use-after-scope
}

static int by_switch(int kind) {
    int *place = &kind;
    switch (kind) {
        int number;
    case 1:
        number = 4;
        place = &number;
        break;
    default:
        break;
    }
    return *place; // FAILS: use-after-scope
}

int main(void) { return nondet_int() ? by_goto(nondet_int()) : by_switch(nondet_int()); }
