// EXIT: 3
// There is always one element more than in the input.
#include <string.h>

static int reverse_length(const char *text) {
    int n = (int)strlen(text);
    char reversed[n + 1];
    for (int i = 0; i < n; i++)
        reversed[i] = text[n - 1 - i];
    reversed[n] = 0;
    return n > 0 ? reversed[0] == text[n - 1] : 2;
}

int main(void) {
    return reverse_length("abc") + reverse_length("");
}
