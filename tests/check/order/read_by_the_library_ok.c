// Nothing here is written by one operand and read by another.
#include <assert.h>
#include <string.h>

static char text[8] = "12";
static const char fixed[] = "34";
static int trace;

static void note(int k) { trace = trace * 10 + k; }

static int noted(int k) {
    note(k);
    return k;
}

static int both(int a, int b) { return a + b; }

int main(int argc, char **argv) {
    int a[2] = {0}, sum = 0;
    if (argc == 1)
        sum = strlen(text) + strlen(text + 1) + strlen(fixed) + noted(1);
    else if (argc == 2)
        sum = (note(1), noted(2) + 3) + text[0] + fixed[1] - both(fixed[0], text[0]);
    else
        a[1]++, a[1] = a[0]++ + 1;
    note(7);
    assert(trace % 10 == 7 && (argc < 3 || a[1] == 1));
    return sum;
}
