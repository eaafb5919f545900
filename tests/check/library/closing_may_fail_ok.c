// OPTIONS: --io-may-fail
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("out", "w");
    if (file == NULL)
        return 0;
    int written = fputs("text", file), closed = fclose(file);
    assert(written >= -1 && closed >= -1);
    return 0;
}
