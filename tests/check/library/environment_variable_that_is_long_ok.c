// A value has any length that Linux hands on, and that is more than 131 bytes.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *value = getenv("VALUE");
    if (value == NULL)
        return 0;
    for (int i = 0; i < 140; i++)
        if (value[i] == 0)
            return 0;
    assert(value[139] != 0);
    return 0;
}
