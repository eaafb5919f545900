// OPTIONS: --io-may-fail
// NATIVE: output does not fail
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("out", "w");
    if (file == NULL)
        return 0;
    int written = fputs("text", file), closed = fclose(file);
    assert(written >= 0 && closed == 0); // FAILS: assertion
    return 0;
}
