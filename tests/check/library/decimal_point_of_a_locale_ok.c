// In the C locale the decimal point is one byte.
#include <assert.h>
#include <locale.h>
#include <stdio.h>

int main(void) {
    setlocale(LC_ALL, "C");
    assert(printf("%.1f", 1.5) == 3);
    return 0;
}
