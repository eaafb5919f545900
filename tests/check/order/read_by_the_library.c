// What a function of the library reads, and what nobody uses the value of, is a part of the expression.
#include <assert.h>
#include <string.h>

static char text[8] = "12";
static int trace;

static int cut(void) {
    text[1] = 0;
    return 1;
}

static void note(int k) { trace = trace * 10 + k; }

static int noted(int k) {
    note(k);
    return k;
}

int main(int argc, char **argv) {
    int a[2] = {0}, sum = 0;
    if (argc == 1)
        sum = strlen(text) + cut(); // ASSUMES: order
    else if (argc == 2)
        sum = noted(1) + (note(2), 3); // ASSUMES: order
    else
        a[1] = a[1]++; // ASSUMES: order
    assert(sum != 4 || trace == 21); // FAILS: assertion
    return a[1];
}
