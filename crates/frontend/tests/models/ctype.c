// Classes of characters: all of them.
#include "driver.h"

const unsigned short **model___ctype_b_loc(void);
const int **model___ctype_tolower_loc(void);
const int **model___ctype_toupper_loc(void);

// Of classes only the truth is promised.
#define SAME(name, truth) \
    do { \
        int model_##name(int); \
        for (int c = -1; c < 256; c++) \
            CHECK(truth ? !(name)(c) == !model_##name(c) : (name)(c) == model_##name(c), "%s(%d)", #name, c); \
        CHECK(REFUSED(model_##name(256)) && REFUSED(model_##name(-2)) && REFUSED(model_##name(INT_MIN)), #name); \
    } while (0)

int main(void) {
    SAME(isupper, 1);
    SAME(islower, 1);
    SAME(isalpha, 1);
    SAME(isdigit, 1);
    SAME(isxdigit, 1);
    SAME(isspace, 1);
    SAME(isprint, 1);
    SAME(isgraph, 1);
    SAME(isblank, 1);
    SAME(iscntrl, 1);
    SAME(ispunct, 1);
    SAME(isalnum, 1);
    SAME(toupper, 0);
    SAME(tolower, 0);
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
