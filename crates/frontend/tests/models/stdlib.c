// Numbers in texts, sorting and searching.
#include "driver.h"

#include <inttypes.h>
#include <locale.h>
#include <search.h>
#include <stdbool.h>

#define MODEL(name) extern typeof(name) model_##name;
MODEL(abs) MODEL(labs) MODEL(llabs) MODEL(imaxabs) MODEL(div) MODEL(ldiv) MODEL(lldiv) MODEL(imaxdiv) MODEL(atoi)
MODEL(atol) MODEL(atoll) MODEL(strtol) MODEL(strtoul) MODEL(strtoll) MODEL(strtoull) MODEL(strtoimax)
MODEL(strtoumax) MODEL(qsort) MODEL(qsort_r) MODEL(bsearch) MODEL(lfind) MODEL(lsearch) MODEL(rand) MODEL(random)
MODEL(rand_r) MODEL(reallocarray) MODEL(getenv) MODEL(system) MODEL(setlocale) MODEL(srand)
long model___isoc23_strtol(const char *, char **, int);

#define SAME_NUMBER(name) \
    do { \
        char *p = NULL, *q = NULL; \
        errno = MODEL_ERRNO = 0; \
        CHECK(name(text, &p, base) == model_##name(text, &q, base) && p == q && errno == MODEL_ERRNO, \
              "%s(\"%s\", %d): %d %d", #name, text, base, errno, MODEL_ERRNO); \
    } while (0)

static void numbers(const char *given, int base) {
    const char *text = at_edge(0, given);
    SAME_NUMBER(strtol);
    SAME_NUMBER(strtoul);
    SAME_NUMBER(strtoll);
    SAME_NUMBER(strtoull);
    SAME_NUMBER(strtoimax);
    SAME_NUMBER(strtoumax);
    errno = 0;
    long long value = strtoll(text, NULL, 10);
    if (errno == ERANGE)
        CHECK(REFUSED(model_atol(text)) && REFUSED(model_atoll(text)), "%s", text);
    else
        CHECK(atol(text) == model_atol(text) && atoll(text) == model_atoll(text), "%s", text);
    if (value != (int)value)
        CHECK(REFUSED(model_atoi(text)), "%s", text);
    else
        CHECK(atoi(text) == model_atoi(text), "%s", text);
    CHECK(strtol(text, NULL, base) == model_strtol(text, NULL, base), "%s", text);
}

static int by_key(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int by_key_and_context(const void *a, const void *b, void *context) {
    ++*(int *)context;
    return by_key(a, b);
}

// The key and the place before sorting: what is equal may end in any order, but nothing gets lost.
struct element {
    char key;
    int place;
};

static bool is_sorted(const struct element *sorted, const struct element *reference, size_t n) {
    unsigned places = 0;
    for (size_t i = 0; i < n; i++) {
        if (sorted[i].key != reference[i].key)
            return false;
        places |= 1u << sorted[i].place;
    }
    return places == (1u << n) - 1;
}

static void sorting(void) {
    struct element a[12], b[12], c[12];
    size_t n = below(13);
    memset(a, 0, sizeof a);
    for (size_t i = 0; i < n; i++)
        a[i].key = below(6), a[i].place = i;
    memcpy(b, a, sizeof a), memcpy(c, a, sizeof a);
    // An insertion sort of our own as the reference.
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && a[j - 1].key > a[j].key; j--) {
            struct element swap = a[j];
            a[j] = a[j - 1], a[j - 1] = swap;
        }
    // Each element with each, and those that stand side by side at first: in both orders, and with the last but one.
    size_t pairs = n < 2 ? 0 : n * (n - 1) / 2 + 2 * (n - 1) + (n - 2);
    int calls = 0;
    model_qsort(b, n, sizeof *b, by_key);
    model_qsort_r(c, n, sizeof *c, by_key_and_context, &calls);
    CHECK(is_sorted(b, a, n) && is_sorted(c, a, n) && (size_t)calls == pairs, "%zu", n);
    for (char key = 0; key < 7; key++) {
        struct element *p = bsearch(&key, a, n, sizeof *a, by_key), *q = model_bsearch(&key, a, n, sizeof *a, by_key);
        CHECK(p == NULL ? q == NULL : q >= a && q < a + n && q->key == key, "%zu", n);
        size_t count = n;
        CHECK(lfind(&key, a, &count, sizeof *a, by_key) == model_lfind(&key, a, &count, sizeof *a, by_key), "");
    }
    size_t count = 0;
    char keys[12];
    for (int i = 0; i < 12; i++) {
        char key = below(5);
        CHECK(*(char *)model_lsearch(&key, keys, &count, 1, by_key) == key && count <= 5, "lsearch");
    }
}

int main(void) {
    const char *texts[] = {
        "", "0", "-0", "+7", "  12abc", "-", "+", "+-1", "0x", "0x1f", "0X1F", "0xg", "-0x80000000", "08", "017",
        "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
        "99999999999999999999999999", "-99999999999999999999999999", "zz", "Zz9", "\t\n\v\f\r 5", "7fffffffffffffff",
        "8000000000000000", "ffffffffffffffff", "10000000000000000", "1 2", "1-2", "0x-1", "\x80", "0b101", "12_3",
        "1y2p0ij32e8e7", "1y2p0ij32e8e8", "3w5e11264sgsf", "3w5e11264sgsg",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int base = -1; base < 39; base++)
            numbers(texts[i], base);
    for (int round = 0; round < 20000; round++) {
        char text[32];
        int bases[] = {0, 2, 8, 10, 10, 16, 36};
        numbers(any_text(text, 24, round % 2 ? "0123456789" : "  -+0xX19afz"), bases[below(7)]);
        sorting();
    }
    char *end;
    CHECK(model___isoc23_strtol("0b101", &end, 0) == 5 && *end == 0, "binary");
    CHECK(model___isoc23_strtol("-0B12", &end, 2) == -1 && *end == '2', "binary");
    CHECK(model___isoc23_strtol("0b2", &end, 0) == 0 && *end == 'b', "binary");

    for (int i = 0; i < 1000; i++) {
        long long a = (long long)any() >> below(64), b = (long long)any() >> below(64);
        if (b == 0 || (int)b == 0 || b == -1 || (int)b == -1)
            continue;
        CHECK(model_abs(a == INT_MIN ? 0 : (int)a) == abs(a == INT_MIN ? 0 : (int)a), "%lld", a);
        CHECK(model_div(a, b).quot == div(a, b).quot && model_div(a, b).rem == div(a, b).rem, "%lld %lld", a, b);
        CHECK(model_ldiv(a, b).quot == a / b && model_ldiv(a, b).rem == a % b, "%lld %lld", a, b);
        CHECK(model_lldiv(a, b).quot == a / b && model_lldiv(a, b).rem == a % b, "%lld %lld", a, b);
        CHECK(model_imaxdiv(a, b).quot == a / b && model_imaxdiv(a, b).rem == a % b, "%lld %lld", a, b);
    }
    CHECK(model_labs(-5) == 5 && model_llabs(-5) == 5 && model_imaxabs(-5) == 5, "abs");
    CHECK(REFUSED(model_abs(INT_MIN)) && REFUSED(model_labs(LONG_MIN)) && REFUSED(model_llabs(LLONG_MIN)), "abs");
    CHECK(REFUSED(model_qsort(&end, SIZE_MAX / 2, 8, by_key)), "qsort of more than there can be");

    unsigned seed = 3;
    for (int i = 0; i < 1000; i++) {
        unsigned same = seed;
        CHECK(model_rand() >= 0 && (unsigned long)model_random() <= RAND_MAX, "rand");
        CHECK(rand_r(&same) == model_rand_r(&seed) && same == seed, "rand_r");
    }
    for (int round = 0; round < 100; round++) {
        static int numbers[4][20];
        static unsigned known[4];
        unsigned which = below(4), count = below(20);
        model_srand(which + 5);
        for (unsigned i = 0; i < count; i++) {
            int number = i % 2 ? model_rand() : (int)model_random();
            if (i < known[which])
                CHECK(number == numbers[which][i], "srand");
            else
                numbers[which][known[which]++] = number;
        }
    }
    MODEL_ERRNO = 0;
    CHECK(model_reallocarray(NULL, SIZE_MAX / 2, 3) == NULL && MODEL_ERRNO == ENOMEM, "reallocarray");
    char *values[8] = {0}, name[] = "NAME0";
    for (int i = 0; i < 100; i++) {
        int which = i < 8 ? i : below(8);
        name[4] = '0' + which;
        char *value = model_getenv(name);
        CHECK(i < 8 || value == values[which], "getenv");
        CHECK(value == NULL || strlen(value) < 131072 - 6, "getenv");
        values[which] = value;
    }
    CHECK(REFUSED(model_getenv("another")), "getenv");
    CHECK(!strcmp(model_setlocale(0, "C"), "C") && !strcmp(model_setlocale(0, "POSIX"), "C"), "setlocale");
    for (int i = 0; i < 100; i++) {
        char *name = model_setlocale(6, i % 2 ? "" : "POSIXX");
        CHECK(name == NULL || name == model_setlocale(6, NULL), "setlocale");
        CHECK(name == NULL || !strcmp(model_setlocale(6, "POSIX"), "C"), "setlocale");
    }
    CHECK(model_setlocale(13, "C") == NULL, "setlocale");
    return finish();
}
