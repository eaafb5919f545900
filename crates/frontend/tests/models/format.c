// sprintf and sscanf: random formats made of what the models know.
#include "driver.h"

#define MODEL(name) extern typeof(name) model_##name;
MODEL(snprintf) MODEL(sprintf) MODEL(vsnprintf) MODEL(asprintf) MODEL(sscanf) MODEL(vsscanf) MODEL(printf)
MODEL(fprintf) MODEL(dprintf)
int model___sprintf_chk(char *, int, size_t, const char *, ...);
int model___snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int model___isoc99_sscanf(const char *, const char *, ...);
extern FILE *model_stdout;

static char x[256], y[256];

// Both with the same arguments; the bytes behind the text stay.
#define SAME(size, ...) \
    do { \
        memset(x, '#', sizeof x), memset(y, '#', sizeof y); \
        int n = snprintf(x, size, __VA_ARGS__), m = model_snprintf(y, size, __VA_ARGS__); \
        CHECK(n == m && memcmp(x, y, sizeof x) == 0, "[%s]: \"%s\" %d, \"%s\" %d", format, x, n, y, m); \
    } while (0)

static char *any_conversion(char *format, const char *lengths, const char *kinds) {
    char *at = format, kind = kinds[below(strlen(kinds))];
    at += sprintf(at, "<%%");
    for (int i = below(3); i > 0; i--) {
        char flag = "-0+ #"[below(5)];
        // Not all flags mean something for all conversions.
        if ((flag != '#' || strchr("oxX", kind)) && (flag != '0' || kind != 's'))
            *at++ = flag;
    }
    if (below(2))
        at += sprintf(at, "%d", 1 + below(12));
    if (below(3) == 0)
        at += sprintf(at, below(4) ? ".%d" : ".", below(12));
    at += sprintf(at, "%.*s", (int)strcspn(lengths, " "), lengths);
    *at++ = kind;
    strcpy(at, ">%%");
    return format;
}

static void formats(void) {
    char format[64], text[24];
    for (int round = 0; round < 100000; round++) {
        size_t size = below(3) ? sizeof x : below(12);
        long long value = below(4) ? (long long)any() >> below(64) : (long long)below(3) - 1;
        any_conversion(format, "", "diouxX");
        SAME(size, format, (int)value);
        any_conversion(format, "hh", "diouxX");
        SAME(size, format, (int)value);
        any_conversion(format, "h", "diouxX");
        SAME(size, format, (int)value);
        any_conversion(format, "l", "diouxX");
        SAME(size, format, (long)value);
        any_conversion(format, "ll", "diouxX");
        SAME(size, format, value);
        any_conversion(format, "j", "diouxX");
        SAME(size, format, (intmax_t)value);
        any_conversion(format, "z", "diouxX");
        SAME(size, format, (size_t)value);
        any_conversion(format, "t", "diouxX");
        SAME(size, format, (ptrdiff_t)value);
        any_text(text, 20, "abc%d");
        any_conversion(format, "", "s");
        SAME(size, format, at_edge(0, text));
        sprintf(format, "<%%%s%dc>", below(2) ? "-" : "", below(5) + 1);
        SAME(size, format, (int)value);
        sprintf(format, "<%%%s%dp>", below(2) ? "-" : "", below(20) + 1);
        SAME(size, format, (void *)(uintptr_t)value);
        int width = (int)below(20) - 10, precision = (int)below(12) - 3;
        strcpy(format, "%*d|%.*s|%-*.*x");
        SAME(size, format, width, (int)value, precision, text, width, precision, (int)value);
    }
    const char *format2 = "plain text, 100%";
    strcpy(format, "plain text");
    SAME(sizeof x, "plain text");
    SAME(4, "plain text");
    SAME(0, "plain text");
    SAME(1, "");
    int before = 0, after = 0;
    CHECK(model_sprintf(y, "abc%n%%d%n", &before, &after) == 5 && before == 3 && after == 5, "%%n");
    char *made;
    CHECK(model_asprintf(&made, "%s-%d", "abc", 42) == 6 && strcmp(made, "abc-42") == 0, "asprintf");
    free(made);
    CHECK(REFUSED(model_sprintf(y, "%f", 1.0)) && REFUSED(model_sprintf(y, "%1$d", 1)), "not modelled");
    CHECK(REFUSED(model_sprintf(y, "%y", 1)) && REFUSED(model_sprintf(y, "%")), "no conversion");
    CHECK(REFUSED(model___sprintf_chk(y, 1, 3, "abc")) && !REFUSED(model___sprintf_chk(y, 1, 4, "abc")), "room");
    CHECK(REFUSED(model___snprintf_chk(y, 5, 1, 4, "abc")), "room");
    strcpy(y, "abc");
    CHECK(REFUSED(model_sprintf(y, "%s", y)), "overlap");
    for (int i = 0; i < 100; i++) {
        int count = -7;
        int printed = model_printf("%s %d %5.2f %c %Lf %p%%%n\n", "abc", 1, 2.0, 'c', 3.0L, y, &count);
        CHECK((printed == -1 || printed >= 20) && count >= 19, "printf %d %d", printed, count);
        printed = model_fprintf(model_stdout, "%.3s %*d", "abc", 3, 4);
        CHECK(printed == -1 || printed == 7, "fprintf %d", printed);
        printed = model_dprintf(1, "%ld", 4L);
        CHECK(printed == -1 || printed == 1, "dprintf %d", printed);
    }
    CHECK(REFUSED(model_printf("%y")), "no conversion");
    CHECK(REFUSED(model_printf("%#d", 1)) && REFUSED(model_printf("%05s", "a")) && REFUSED(model_printf("%.3c", 'a')) &&
              REFUSED(model_printf("%5%")) && REFUSED(model_printf("%hp", y)),
          "flags that mean nothing");
}

// Four places, the first ones of them used.
union place {
    char text[32];
    int i;
    unsigned u;
    long l;
    long long ll;
    short h;
    signed char hh;
};

static void scans(void) {
    const char *formats[] = {
        "%d %d", "%d,%d", "%i %i %i", "%u", "%x %X", "%o%n", "%ld %lu", "%lld %llx", "%hd %hhd %hu", "%s %s", "%3s%n%s",
        "%c%c", "%3c", " %c %c", "%*d %d", "%*s%s", "%[a-c]%s", "%[^,],%d", "%4[0-9]%d", "%[]a]%s", "%[^]]]%n",
        "a%d", "a %d%%%d", "%2d%3d", "%5x", "%zu %jd", "%[a-]%s", "%d %%", "x", "", " ", "%i:%i", "%*c%s",
    };
    const char *alphabets[] = {"0123456789", "12 -+,", "abc ,]-1", " \t1a%:", "0xX1f "};
    char text[32];
    for (int round = 0; round < 100000; round++) {
        const char *format = formats[below(sizeof formats / sizeof *formats)];
        any_text(text, 16, alphabets[below(5)]);
        // What is made of "0x" without digits is open.
        if (strchr(text, 'x') || strchr(text, 'X')) {
            char *at = strpbrk(text, "xX");
            while (at) {
                if (at > text && at[-1] == '0' && !isxdigit(at[1]))
                    *at = '1';
                at = strpbrk(at + 1, "xX");
            }
        }
        // Numbers must fit.
        size_t most = strchr(format, 'h') ? 2 : strpbrk(format, "lzj") ? 16 : 7, run = 0, kept = 0;
        for (size_t i = 0; text[i] != 0; i++) {
            run = isxdigit(text[i]) ? run + 1 : 0;
            if (run <= most)
                text[kept++] = text[i];
        }
        text[kept] = 0;
        // Widths that end inside a prefix are another such case.
        if (strpbrk(format, "x") && format[1] == '5' && strpbrk(text, "xX"))
            continue;
        union place a[4], b[4];
        memset(a, '#', sizeof a), memset(b, '#', sizeof b);
        int n = sscanf(text, format, a, a + 1, a + 2, a + 3);
        int m = model_sscanf(at_edge(0, text), at_edge(1, format), b, b + 1, b + 2, b + 3);
        CHECK(n == m && memcmp(a, b, sizeof a) == 0, "sscanf(\"%s\", \"%s\"): %d %d", text, format, n, m);
    }
    int value = 0;
    CHECK(model___isoc99_sscanf("17", "%d", &value) == 1 && value == 17, "sscanf");
    CHECK(REFUSED(model_sscanf("2147483648", "%d", &value)) && REFUSED(model_sscanf("-129", "%hhd", &value)), "too large");
    CHECK(REFUSED(model_sscanf("1.5", "%f", &value)) && REFUSED(model_sscanf("1", "%y", &value)), "refused");
}

int main(void) {
    formats();
    scans();
    return finish();
}
