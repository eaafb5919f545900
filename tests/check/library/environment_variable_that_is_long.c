// A value has any length that Linux hands on, and that is more than 131 bytes.
// NATIVE: what the environment gives is up to whoever runs the test
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *value = getenv("VALUE");
    if (value == NULL)
        return 0;
    for (int i = 0; i < 140; i++)
        if (value[i] == 0)
            return 0;
    assert(0); // FAILS: assertion
    return 0;
}
