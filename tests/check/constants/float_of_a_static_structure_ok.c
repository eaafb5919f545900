// Fractions are cut off.
#include <math.h>

struct range {
    unsigned from, to;
};
static struct range all = {-0.9, 10.9};

int main(void) {
    return all.to != 10;
}
