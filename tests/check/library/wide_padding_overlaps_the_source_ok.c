// All that is written must be apart from all that is read.
#include <wchar.h>

int main(void) {
    wchar_t text[32] = L"ab";
    wcscpy(text + 10, L"xyz");
    wcsncpy(text, text + 10, 10);
    return text[0] == L'x';
}
