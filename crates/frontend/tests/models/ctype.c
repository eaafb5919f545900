// Classes of characters: all of them.
#include "driver.h"

const unsigned short **model___ctype_b_loc(void);
const int **model___ctype_tolower_loc(void);
const int **model___ctype_toupper_loc(void);

#define SAME(name) \
    do { \
        int model_##name(int); \
        for (int c = -1; c < 256; c++) \
            CHECK((name)(c) == model_##name(c), "%s(%d)", #name, c); \
        CHECK(REFUSED(model_##name(256)) && REFUSED(model_##name(-2)) && REFUSED(model_##name(INT_MIN)), #name); \
    } while (0)

int main(void) {
    SAME(isupper);
    SAME(islower);
    SAME(isalpha);
    SAME(isdigit);
    SAME(isxdigit);
    SAME(isspace);
    SAME(isprint);
    SAME(isgraph);
    SAME(isblank);
    SAME(iscntrl);
    SAME(ispunct);
    SAME(isalnum);
    SAME(toupper);
    SAME(tolower);
    int model_isascii(int), model_toascii(int);
    for (int c = -300; c < 300; c++)
        CHECK(!isascii(c) == !model_isascii(c) && toascii(c) == model_toascii(c), "%d", c);
    for (int c = -128; c < 256; c++) {
        CHECK((*__ctype_b_loc())[c] == (*model___ctype_b_loc())[c], "%d", c);
        CHECK((*__ctype_tolower_loc())[c] == (*model___ctype_tolower_loc())[c], "%d", c);
        CHECK((*__ctype_toupper_loc())[c] == (*model___ctype_toupper_loc())[c], "%d", c);
    }
    return finish();
}
