// Variables whose declaration is not executed, since a goto or a switch leads past it, live as long as others.
#include <assert.h>

int nondet_int(void);

static int by_goto(int skip) {
    int *place, sum = 0;
    if (skip)
        goto inside;
    {
        int number = 0;
    inside:
        number = 3;
        place = &number;
        for (int i = 0; i < 2; i++)
            sum += *place;
        if (sum < 12)
            goto inside;
    }
    return sum;
}

static int by_switch(int kind) {
    int result = 0;
    switch (kind) {
        int number, *place;
    case 1: {
        number = 4;
        place = &number;
    }
        result = *place;
        break;
    case 2:
        for (number = 0, place = &number; *place < 3; ++*place)
            result = number + 2;
        break;
    default:
        result = 4;
        break;
    }
    return result;
}

int main(void) {
    assert(by_goto(nondet_int()) == 12);
    assert(by_switch(nondet_int()) == 4);
    return 0;
}
