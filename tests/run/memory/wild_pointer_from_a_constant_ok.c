// EXIT: 1
// The register is an object of the program.
#include <stdint.h>

static volatile uint32_t status_register = 1;

int main(void) {
    volatile uint32_t *status = &status_register;
    return (int)(*status & 1u);
}
