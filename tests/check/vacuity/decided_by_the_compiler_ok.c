#include <assert.h>

static int table[4];

int main(void) {
    assert(sizeof table == 4 * sizeof(int)); // PROVED: assertion
    assert(&table[1] != &table[0]); // PROVED: assertion
    assert("text"); // PROVED: assertion
    assert(1); // PROVED: assertion
    return 0;
}
