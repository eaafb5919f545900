// Only fclose frees what fopen made.
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    if (file)
        fclose(file);
    return 0;
}
