// All that is written must be apart from all that is read.
// NATIVE: no sanitizer watches what this function writes
#include <wchar.h>

int main(void) {
    wchar_t text[32] = L"ab";
    wcscpy(text + 10, L"xyz");
    wcsncpy(text, text + 10, 12); // FAILS: overlapping-copy
    return text[0] == L'x';
}
