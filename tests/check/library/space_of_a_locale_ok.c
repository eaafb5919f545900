// In the C locale no byte beyond ASCII is a space.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(strtol("\xa0" "5", NULL, 10) == 0);
    assert(strtol(" 5", NULL, 10) == 5);
    return 0;
}
