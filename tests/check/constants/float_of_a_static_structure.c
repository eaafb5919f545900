// One less than nothing is no unsigned number.
#include <math.h>

struct range {
    unsigned from, to;
};
static struct range all = {-1.0, 10.0}; // UNKNOWN: unmodelled

int main(void) {
    return all.to != 10;
}
