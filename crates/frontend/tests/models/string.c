// Strings: random texts of few letters, so that matches are many.
#include "driver.h"

#define MODEL(name) extern typeof(name) model_##name;
MODEL(strlen) MODEL(strnlen) MODEL(strcpy) MODEL(stpcpy) MODEL(strncpy) MODEL(stpncpy) MODEL(strcat)
MODEL(strncat) MODEL(strcmp) MODEL(strncmp) MODEL(strcoll) MODEL(strcasecmp) MODEL(strncasecmp) MODEL(strchr)
MODEL(strchrnul) MODEL(strrchr) MODEL(index) MODEL(rindex) MODEL(strstr) MODEL(strcasestr) MODEL(strspn)
MODEL(strcspn) MODEL(strpbrk) MODEL(strtok) MODEL(strtok_r) MODEL(strsep) MODEL(strdup) MODEL(strndup)
MODEL(strxfrm) MODEL(memcmp) MODEL(bcmp) MODEL(memchr) MODEL(rawmemchr) MODEL(memrchr) MODEL(memccpy)
MODEL(memmem) MODEL(bcopy) MODEL(strerror)
MODEL(wcslen) MODEL(wcsnlen) MODEL(wcscpy) MODEL(wcsncpy) MODEL(wcscat) MODEL(wcsncat) MODEL(wcscmp)
MODEL(wcsncmp) MODEL(wcschr) MODEL(wcsrchr) MODEL(wcsstr) MODEL(wcsdup) MODEL(wmemcpy) MODEL(wmemmove)
MODEL(wmemset) MODEL(wmemcmp) MODEL(wmemchr)
size_t model_strlcpy(char *, const char *, size_t);
size_t model_strlcat(char *, const char *, size_t);
char *model___strcpy_chk(char *, const char *, size_t);
char *model___stpcpy_chk(char *, const char *, size_t);
char *model___stpncpy_chk(char *, const char *, size_t, size_t);
char *model___strncpy_chk(char *, const char *, size_t, size_t);
char *model___strcat_chk(char *, const char *, size_t);
char *model___strncat_chk(char *, const char *, size_t, size_t);

#define SIZE 64
static char a[SIZE], b[SIZE], x[SIZE], y[SIZE];
static wchar_t wa[SIZE], wb[SIZE], wx[SIZE], wy[SIZE];

// The same function on two targets with the same contents.
#define SAME_COPY(name, ...) \
    do { \
        for (int i = 0; i < SIZE; i++) \
            x[i] = y[i] = '#'; \
        strcpy(x, b), strcpy(y, b); \
        char *p = name(x, __VA_ARGS__), *q = model_##name(y, __VA_ARGS__); \
        CHECK(p - x == q - y && memcmp(x, y, SIZE) == 0, "%s(\"%s\", \"%s\", %zu)", #name, b, a, n); \
    } while (0)
#define SAME_COPY_CHECKED(name, ...) \
    do { \
        for (int i = 0; i < SIZE; i++) \
            x[i] = y[i] = '#'; \
        strcpy(x, b), strcpy(y, b); \
        char *p = name(x, __VA_ARGS__), *q = model___##name##_chk(y, __VA_ARGS__, SIZE); \
        CHECK(p - x == q - y && memcmp(x, y, SIZE) == 0, "__%s_chk(\"%s\", \"%s\", %zu)", #name, b, a, n); \
    } while (0)
#define SAME(name, ...) \
    CHECK(name(__VA_ARGS__) == model_##name(__VA_ARGS__), "%s(\"%s\", \"%s\", %zu)", #name, a, b, n)
#define SAME_SIGN(name, ...) \
    CHECK(sign(name(__VA_ARGS__)) == sign(model_##name(__VA_ARGS__)), "%s(\"%s\", \"%s\", %zu)", #name, a, b, n)
#define SAME_WIDE(name, ...) \
    do { \
        for (int i = 0; i < SIZE; i++) \
            wx[i] = wy[i] = '#'; \
        wcscpy(wx, wb), wcscpy(wy, wb); \
        wchar_t *p = name(wx, __VA_ARGS__), *q = model_##name(wy, __VA_ARGS__); \
        CHECK(p - wx == q - wy && memcmp(wx, wy, sizeof wx) == 0, "%s(\"%s\", \"%s\", %zu)", #name, b, a, n); \
    } while (0)

static void tokens(void) {
    strcpy(x, a), strcpy(y, a);
    char *save_x, *save_y, *p, *q, *first_x = x, *first_y = y;
    do {
        p = strtok_r(first_x, "bc", &save_x), q = model_strtok_r(first_y, "bc", &save_y);
        CHECK((p == NULL) == (q == NULL) && (!p || p - x == q - y), "strtok_r(\"%s\")", a);
        first_x = first_y = NULL;
    } while (p && q);
    CHECK(memcmp(x, y, SIZE) == 0, "strtok_r(\"%s\")", a);
    strcpy(x, a), strcpy(y, a);
    for (p = strtok(x, b), q = model_strtok(y, b); p && q; p = strtok(NULL, b), q = model_strtok(NULL, b))
        CHECK(p - x == q - y, "strtok(\"%s\", \"%s\")", a, b);
    CHECK(!p && !q, "strtok(\"%s\", \"%s\")", a, b);
    strcpy(x, a), strcpy(y, a);
    save_x = x, save_y = y;
    do {
        p = strsep(&save_x, b), q = model_strsep(&save_y, b);
        CHECK((p == NULL) == (q == NULL) && (!p || p - x == q - y), "strsep(\"%s\", \"%s\")", a, b);
    } while (p && q);
}

static void wide(size_t n) {
    for (int i = 0; i < SIZE; i++)
        wa[i] = a[i], wb[i] = b[i];
    SAME(wcslen, wa);
    SAME(wcsnlen, wa, n);
    SAME_WIDE(wcscpy, wa);
    SAME_WIDE(wcsncpy, wa, n);
    SAME_WIDE(wcscat, wa);
    SAME_WIDE(wcsncat, wa, n);
    SAME_SIGN(wcscmp, wa, wb);
    SAME_SIGN(wcsncmp, wa, wb, n);
    SAME(wcschr, wa, 'b');
    SAME(wcschr, wa, 0);
    SAME(wcsrchr, wa, 'b');
    SAME(wcsstr, wa, wb);
    SAME_SIGN(wmemcmp, wa, wb, n);
    SAME(wmemchr, wa, 'c', n);
    SAME_WIDE(wmemcpy, wa, n);
    SAME_WIDE(wmemmove, wa, n);
    SAME_WIDE(wmemset, L'q', n);
    wchar_t *copy = model_wcsdup(wa);
    CHECK(wcscmp(copy, wa) == 0, "wcsdup(\"%s\")", a);
    free(copy);
}

// Nothing is read behind the byte that decides: the strings end where memory does.
static void edges(size_t n) {
    char *s = at_edge(0, a), *t = at_edge(1, b);
    CHECK(model_strlen(s) == strlen(a) && model_strnlen(s, n) == strnlen(a, n), "strlen");
    CHECK(sign(model_strcmp(s, t)) == sign(strcmp(a, b)), "strcmp");
    CHECK(sign(model_strcasecmp(s, t)) == sign(strcasecmp(a, b)), "strcasecmp");
    CHECK(sign(model_strncmp(s, t, n)) == sign(strncmp(a, b, n)), "strncmp");
    CHECK(sign(model_strncasecmp(s, t, n)) == sign(strncasecmp(a, b, n)), "strncasecmp");
    CHECK(!model_strchr(s, 'b') == !strchr(a, 'b') && !model_strrchr(s, 'b') == !strrchr(a, 'b'), "strchr");
    CHECK(!model_strstr(s, t) == !strstr(a, b) && !model_strcasestr(s, t) == !strcasestr(a, b), "strstr");
    CHECK(model_strspn(s, t) == strspn(a, b) && model_strcspn(s, t) == strcspn(a, b), "strspn");
    CHECK(!model_strpbrk(s, t) == !strpbrk(a, b), "strpbrk");
    CHECK(model_memchr(s, 0, SIZE_MAX) == s + strlen(a), "memchr");
    CHECK(!model_memmem(s, strlen(a), t, strlen(b)) == !memmem(a, strlen(a), b, strlen(b)), "memmem");
    CHECK(!strcmp(model_strcpy(y, s), a) && !strcmp(model_strcat(y, t), strcat(strcpy(x, a), b)), "strcpy");
    model_strncpy(y, s, n), strcpy(y, b), model_strncat(y, s, n), model_strlcpy(y, s, n), model_memccpy(y, s, 0, SIZE);
    free(model_strndup(s, n));
    char *rest = s;
    while (model_strsep(&rest, t))
        ;
    s = at_edge(0, a);
    for (char *token = model_strtok(s, t); token; token = model_strtok(NULL, t))
        ;
}

// strlcpy and strlcat are not in every library.
static void bounded_copies(size_t n) {
    memset(y, '#', SIZE);
    size_t length = strlen(a), kept = length < n ? length : n - 1;
    CHECK(model_strlcpy(y, a, n) == length, "strlcpy(\"%s\", %zu)", a, n);
    CHECK(n == 0 ? y[0] == '#' : !memcmp(y, a, kept) && y[kept] == 0 && y[kept + 1] == '#', "strlcpy(\"%s\", %zu)", a, n);
    strcpy(y, b);
    size_t before = strnlen(b, n);
    CHECK(model_strlcat(y, a, n) == before + length, "strlcat(\"%s\", \"%s\", %zu)", b, a, n);
    snprintf(x, SIZE, "%s%s", b, a);
    if (before < n)
        x[n - 1 < before + length ? n - 1 : before + length] = 0;
    else
        strcpy(x, b);
    CHECK(strcmp(x, y) == 0, "strlcat(\"%s\", \"%s\", %zu)", b, a, n);
}

int main(void) {
    const char *alphabets[] = {"ab", "abcABC", "aB\xff\x80 ", "x"};
    for (int round = 0; round < 20000; round++) {
        const char *alphabet = alphabets[round % 4];
        any_text(a, 12, alphabet);
        any_text(b, round % 3 ? 3 : 12, alphabet);
        size_t n = below(14);
        SAME(strlen, a);
        SAME(strnlen, a, n);
        SAME_COPY(strcpy, a);
        SAME_COPY(stpcpy, a);
        SAME_COPY(strncpy, a, n);
        SAME_COPY(stpncpy, a, n);
        SAME_COPY(strcat, a);
        SAME_COPY(strncat, a, n);
        SAME_SIGN(strcmp, a, b);
        SAME_SIGN(strcoll, a, b);
        SAME_SIGN(strncmp, a, b, n);
        SAME_SIGN(strcasecmp, a, b);
        SAME_SIGN(strncasecmp, a, b, n);
        for (int i = 0; i < 4; i++) {
            int c = "b\xff\0x"[i];
            SAME(strchr, a, c);
            SAME(strchr, a, c + 256);
            SAME(strchrnul, a, c);
            SAME(strrchr, a, c);
            SAME(index, a, c);
            SAME(rindex, a, c);
            SAME(memchr, a, c, n);
            SAME(memrchr, a, c, n);
            memset(x, '#', SIZE), memset(y, '#', SIZE);
            char *p = memccpy(x, a, c, n), *q = model_memccpy(y, a, c, n);
            CHECK((p ? p - x : -1) == (q ? q - y : -1) && !memcmp(x, y, SIZE), "memccpy(\"%s\", %d, %zu)", a, c, n);
        }
        SAME(rawmemchr, a, 0);
        SAME(strstr, a, b);
        SAME(strcasestr, a, b);
        SAME(strspn, a, b);
        SAME(strcspn, a, b);
        SAME(strpbrk, a, b);
        SAME_SIGN(memcmp, a, b, n);
        CHECK((bcmp(a, b, n) == 0) == (model_bcmp(a, b, n) == 0), "bcmp");
        SAME(memmem, a, n, b, strlen(b));
        CHECK(model_strxfrm(y, a, SIZE) == strlen(a) && !strcmp(y, a), "strxfrm");
        tokens();
        wide(n);
        bounded_copies(n);
        edges(n);
        char *copy = model_strdup(a);
        CHECK(strcmp(copy, a) == 0, "strdup(\"%s\")", a);
        free(copy);
        char *p = strndup(a, n), *q = model_strndup(a, n);
        CHECK(strcmp(p, q) == 0, "strndup(\"%s\", %zu)", a, n);
        free(p), free(q);
        model_bcopy(a, y, n);
        CHECK(memcmp(a, y, n) == 0, "bcopy");
        // Fortified functions do the same, but refuse what does not fit.
        SAME_COPY_CHECKED(strcpy, a);
        SAME_COPY_CHECKED(stpcpy, a);
        SAME_COPY_CHECKED(strncpy, a, n);
        SAME_COPY_CHECKED(stpncpy, a, n);
        SAME_COPY_CHECKED(strcat, a);
        SAME_COPY_CHECKED(strncat, a, n);
        CHECK(REFUSED(model___strcpy_chk(y, a, n)) == (strlen(a) >= n), "__strcpy_chk(\"%s\", %zu)", a, n);
        CHECK(REFUSED(model___strncpy_chk(y, a, n, 7)) == (n > 7), "__strncpy_chk(%zu)", n);
        strcpy(y, b);
        CHECK(REFUSED(model___strcat_chk(y, a, n)) == (strlen(a) + strlen(b) >= n), "__strcat_chk");
        strcpy(y, b);
        CHECK(REFUSED(model___strncat_chk(y, a, n, 7)) == (strnlen(a, n) + strlen(b) >= 7), "__strncat_chk");
    }
    CHECK(REFUSED(model_strcpy(a, a)), "a copy onto itself");
    memset(x, 0, SIZE), strcpy(x + 8, "abc");
    CHECK(!REFUSED(model_strncpy(x, x + 8, 8)) && REFUSED(model_strncpy(x + 4, x + 8, 8)), "overlap");
    CHECK(REFUSED(model_strlcpy(x + 1, x, 2)) && REFUSED(model_strncat(x, x, 3)), "overlap");
    for (int error = -3; error < 140; error++)
        CHECK(strcmp(model_strerror(error), strerror(error)) == 0, "strerror(%d)", error);
    return finish();
}
