// In another locale a byte beyond ASCII may be a space, which strtol skips.
// VERDICT: unknown
#include <assert.h>
#include <locale.h>
#include <stdlib.h>

int main(void) {
    setlocale(LC_ALL, "");
    assert(strtol("\xa0" "5", NULL, 10) == 0); // UNKNOWN: unmodelled
    return 0;
}
