// <wchar.h>: wide strings. Conversions between wide and other characters are left out.

//@ fathom_wcslen
static size_t fathom_wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

//@ fathom_wcsnlen
static size_t fathom_wcsnlen(const wchar_t *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

//@ fathom_wide_copy
static void fathom_wide_copy(wchar_t *target, const wchar_t *source, size_t count) {
    if (count > 0) {
        __fathom_precondition(target != source, "source and target are the same");
        memcpy(target, source, count * sizeof *target);
    }
}

//@ wcslen : fathom_wcslen
size_t wcslen(const wchar_t *s) { return fathom_wcslen(s); }

//@ wcsnlen : fathom_wcsnlen
size_t wcsnlen(const wchar_t *s, size_t limit) { return fathom_wcsnlen(s, limit); }

//@ wcscpy : fathom_wcslen fathom_wide_copy
wchar_t *wcscpy(wchar_t *target, const wchar_t *source) {
    fathom_wide_copy(target, source, fathom_wcslen(source) + 1);
    return target;
}

//@ wcsncpy : fathom_wcsnlen fathom_wide_copy fathom_apart
wchar_t *wcsncpy(wchar_t *target, const wchar_t *source, size_t size) {
    size_t n = fathom_wcsnlen(source, size);
    fathom_wide_copy(target, source, n);
    if (n < size) {
        memset(target + n, 0, (size - n) * sizeof *target);
        fathom_apart(target, size * sizeof *target, source, (n + 1) * sizeof *target);
    }
    return target;
}

//@ wcscat : fathom_wcslen fathom_wide_copy
wchar_t *wcscat(wchar_t *target, const wchar_t *source) {
    fathom_wide_copy(target + fathom_wcslen(target), source, fathom_wcslen(source) + 1);
    return target;
}

//@ wcsncat : fathom_wcslen fathom_wcsnlen fathom_wide_copy fathom_apart
wchar_t *wcsncat(wchar_t *target, const wchar_t *source, size_t size) {
    wchar_t *end = target + fathom_wcslen(target);
    size_t n = fathom_wcsnlen(source, size);
    fathom_wide_copy(end, source, n);
    end[n] = 0;
    fathom_apart(end, (n + 1) * sizeof *end, source, (n < size ? n + 1 : n) * sizeof *end);
    return target;
}

//@ fathom_wide_order
// The sign of the difference.
static int fathom_wide_order(wchar_t x, wchar_t y) { return (x > y) - (x < y); }

//@ wcscmp : fathom_wide_order fathom_order
int wcscmp(const wchar_t *a, const wchar_t *b) {
    size_t i = 0;
    wchar_t x, y;
    do {
        x = a[i];
        y = b[i];
        i++;
    } while ((x != 0) & (x == y));
    return fathom_order(fathom_wide_order(x, y));
}

//@ wcsncmp : fathom_wide_order fathom_order
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t size) {
    wchar_t x = 0, y = 0;
    _Bool going = 1;
    for (size_t i = 0; (i < size) & going; i++) {
        x = a[i];
        y = b[i];
        going = (x != 0) & (x == y);
    }
    return fathom_order(fathom_wide_order(x, y));
}

//@ wcschr
wchar_t *wcschr(const wchar_t *s, wchar_t wanted) {
    size_t i = 0;
    wchar_t c = s[0];
    while ((c != wanted) & (c != 0))
        c = s[++i];
    return c == wanted ? (wchar_t *)s + i : NULL;
}

//@ wcsrchr
wchar_t *wcsrchr(const wchar_t *s, wchar_t wanted) {
    const wchar_t *last = NULL;
    size_t i = 0;
    wchar_t c;
    do {
        c = s[i];
        if (c == wanted)
            last = s + i;
        i++;
    } while (c != 0);
    return (wchar_t *)last;
}

//@ wcsstr
wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted) {
    for (size_t i = 0;; i++) {
        size_t j = 0;
        wchar_t x, y;
        do {
            y = wanted[j];
            x = y == 0 ? 0 : text[i + j];
            j++;
        } while ((y != 0) & (x == y));
        if (y == 0)
            return (wchar_t *)text + i;
        if (x == 0)
            return NULL;
    }
}

//@ wcsdup : fathom_wcslen fathom_errno
wchar_t *wcsdup(const wchar_t *s) {
    size_t size = (fathom_wcslen(s) + 1) * sizeof *s;
    wchar_t *copy = malloc(size);
    if (copy == NULL) {
        fathom_errno = ENOMEM;
        return NULL;
    }
    return memcpy(copy, s, size);
}

//@ wmemcpy
wchar_t *wmemcpy(wchar_t *target, const wchar_t *source, size_t count) {
    return memcpy(target, source, count * sizeof *target);
}

//@ wmemmove
wchar_t *wmemmove(wchar_t *target, const wchar_t *source, size_t count) {
    return memmove(target, source, count * sizeof *target);
}

//@ wmemset
wchar_t *wmemset(wchar_t *target, wchar_t value, size_t count) {
    for (size_t i = 0; i < count; i++)
        target[i] = value;
    return target;
}

//@ wmemcmp : fathom_wide_order fathom_order
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
    int result = 0;
    for (size_t i = 0; i < count; i++) {
        int order = fathom_wide_order(a[i], b[i]);
        if (result == 0)
            result = order;
    }
    return fathom_order(result);
}

//@ wmemchr
wchar_t *wmemchr(const wchar_t *start, wchar_t wanted, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (start[i] == wanted)
            return (wchar_t *)start + i;
    return NULL;
}
