// The size of the array comes from an empty input.
#include <string.h>

static int reverse_length(const char *text) {
    int n = (int)strlen(text);
    char reversed[n]; // BUG: array-size
    for (int i = 0; i < n; i++)
        reversed[i] = text[n - 1 - i];
    return n > 0 ? reversed[0] == text[n - 1] : 2;
}

int main(void) {
    return reverse_length("abc") + reverse_length("");
}
