// <string.h> and <strings.h>
//
// A function reads bytes in order and none behind the one that decides, except memcmp, which compares
// objects: all their bytes must be there. Comparisons give any number of the right sign.
//
// Copies first find the length and then copy as a whole with memcpy, so that a target which is too small or
// overlaps the source is found by the rules of memcpy. Where more is written than copied, all of it must be
// apart from the source.
//
// Collation is by bytes in the "C" locale, and an obligation in others. Messages of errors and signals are glibc's. What
// strxfrm leaves in a target that is too small is anything, as the standard says.

//@ fathom_strlen
static size_t fathom_strlen(const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

//@ strlen : fathom_strlen
size_t strlen(const char *s) { return fathom_strlen(s); }

//@ fathom_strnlen
static size_t fathom_strnlen(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

//@ strnlen : fathom_strnlen
size_t strnlen(const char *s, size_t limit) { return fathom_strnlen(s, limit); }

//@ fathom_read
// Reads `size` bytes: objects have no holes, so the first and the last stand for all. No object is larger
// than PTRDIFF_MAX, but a pointer may wrap around if more is added.
static void fathom_read(const void *start, size_t size) {
    if (size > 0) {
        const byte *bytes = start;
        byte seen = bytes[0];
        seen = bytes[size - 1 < PTRDIFF_MAX ? size - 1 : PTRDIFF_MAX];
        (void)seen;
    }
}

//@ fathom_copy
// memcpy, but a copy onto itself is an overlap too.
static void fathom_copy(char *target, const char *source, size_t size) {
    if (size > 0) {
        __fathom_precondition(target != source, "source and target are the same");
        memcpy(target, source, size);
    }
}

//@ fathom_apart
// What is written, and can be, has no byte in common with what is read.
static void fathom_apart(const void *target, size_t written, const void *source, size_t read) {
    if (written > 0 && read > 0)
        __fathom_apart(!__fathom_overlap(target, written, source, read), "source and target overlap");
}

//@ fathom_stpcpy : fathom_strlen fathom_copy
// The end of the copy.
static char *fathom_stpcpy(char *target, const char *source) {
    size_t n = fathom_strlen(source);
    fathom_copy(target, source, n + 1);
    return target + n;
}

//@ strcpy : fathom_stpcpy
char *strcpy(char *target, const char *source) {
    fathom_stpcpy(target, source);
    return target;
}

//@ stpcpy : fathom_stpcpy
char *stpcpy(char *target, const char *source) { return fathom_stpcpy(target, source); }

//@ __stpcpy : fathom_stpcpy
char *__stpcpy(char *target, const char *source) { return fathom_stpcpy(target, source); }

//@ __strcpy_chk : fathom_strlen fathom_copy
char *__strcpy_chk(char *target, const char *source, size_t room) {
    size_t n = fathom_strlen(source);
    __fathom_precondition(n < room, "the target is too small");
    fathom_copy(target, source, n + 1);
    return target;
}

//@ __stpcpy_chk : fathom_strlen fathom_copy
char *__stpcpy_chk(char *target, const char *source, size_t room) {
    size_t n = fathom_strlen(source);
    __fathom_precondition(n < room, "the target is too small");
    fathom_copy(target, source, n + 1);
    return target + n;
}

//@ fathom_stpncpy : fathom_strnlen fathom_copy fathom_apart
static char *fathom_stpncpy(char *target, const char *source, size_t size) {
    size_t n = fathom_strnlen(source, size);
    fathom_copy(target, source, n);
    if (n < size) {
        memset(target + n, 0, size - n);
        fathom_apart(target, size, source, n + 1);
    }
    return target + n;
}

//@ strncpy : fathom_stpncpy
char *strncpy(char *target, const char *source, size_t size) {
    fathom_stpncpy(target, source, size);
    return target;
}

//@ stpncpy : fathom_stpncpy
char *stpncpy(char *target, const char *source, size_t size) { return fathom_stpncpy(target, source, size); }

//@ __stpncpy : fathom_stpncpy
char *__stpncpy(char *target, const char *source, size_t size) {
    return fathom_stpncpy(target, source, size);
}

//@ __strncpy_chk : fathom_stpncpy
char *__strncpy_chk(char *target, const char *source, size_t size, size_t room) {
    __fathom_precondition(size <= room, "the target is too small");
    fathom_stpncpy(target, source, size);
    return target;
}

//@ __stpncpy_chk : fathom_stpncpy
char *__stpncpy_chk(char *target, const char *source, size_t size, size_t room) {
    __fathom_precondition(size <= room, "the target is too small");
    return fathom_stpncpy(target, source, size);
}

//@ strcat : fathom_strlen fathom_stpcpy
char *strcat(char *target, const char *source) {
    fathom_stpcpy(target + fathom_strlen(target), source);
    return target;
}

//@ __strcat_chk : fathom_strlen fathom_copy
char *__strcat_chk(char *target, const char *source, size_t room) {
    size_t before = fathom_strlen(target), n = fathom_strlen(source);
    __fathom_precondition(before + n < room, "the target is too small");
    fathom_copy(target + before, source, n + 1);
    return target;
}

//@ fathom_append : fathom_copy fathom_apart
// Up to `size` bytes of a string of `n`, and a terminator.
static void fathom_append(char *end, const char *source, size_t n, size_t size) {
    fathom_copy(end, source, n);
    end[n] = 0;
    fathom_apart(end, n + 1, source, n < size ? n + 1 : n);
}

//@ strncat : fathom_strlen fathom_strnlen fathom_append
char *strncat(char *target, const char *source, size_t size) {
    char *end = target + fathom_strlen(target);
    fathom_append(end, source, fathom_strnlen(source, size), size);
    return target;
}

//@ __strncat_chk : fathom_strlen fathom_strnlen fathom_append
char *__strncat_chk(char *target, const char *source, size_t size, size_t room) {
    size_t before = fathom_strlen(target), n = fathom_strnlen(source, size);
    __fathom_precondition(before + n < room, "the target is too small");
    fathom_append(target + before, source, n, size);
    return target;
}

//@ fathom_strlcpy : fathom_strlen fathom_copy fathom_apart
static size_t fathom_strlcpy(char *target, const char *source, size_t size) {
    size_t n = fathom_strlen(source);
    if (size > 0) {
        size_t kept = n < size - 1 ? n : size - 1;
        fathom_copy(target, source, kept);
        target[kept] = 0;
        fathom_apart(target, kept + 1, source, n + 1);
    }
    return n;
}

//@ strlcpy : fathom_strlcpy
size_t strlcpy(char *target, const char *source, size_t size) { return fathom_strlcpy(target, source, size); }

//@ __strlcpy_chk : fathom_strlcpy
size_t __strlcpy_chk(char *target, const char *source, size_t size, size_t room) {
    __fathom_precondition(size <= room, "the target is too small");
    return fathom_strlcpy(target, source, size);
}

//@ fathom_strlcat : fathom_strnlen fathom_strlcpy
static size_t fathom_strlcat(char *target, const char *source, size_t size) {
    size_t before = fathom_strnlen(target, size);
    return before + fathom_strlcpy(target + before, source, size - before);
}

//@ strlcat : fathom_strlcat
size_t strlcat(char *target, const char *source, size_t size) { return fathom_strlcat(target, source, size); }

//@ __strlcat_chk : fathom_strlcat
size_t __strlcat_chk(char *target, const char *source, size_t size, size_t room) {
    __fathom_precondition(size <= room, "the target is too small");
    return fathom_strlcat(target, source, size);
}

//@ fathom_order
// Any number of the sign of a difference: the standard promises no more of what comparisons give. That a number is above
// 0, or below, or neither, is decided while terms are built, so who looks at the sign alone does not pay for the rest.
static int fathom_order(int difference) {
    int any = open_int(), above = any & INT_MAX, below = any | INT_MIN;
    above = above == 0 ? 1 : above;
    return difference == 0 ? 0 : difference > 0 ? above : below;
}

//@ fathom_strcmp : fathom_order
static int fathom_strcmp(const char *a, const char *b) {
    size_t i = 0;
    byte x, y;
    do {
        x = a[i];
        y = b[i];
        i++;
    } while ((x != 0) & (x == y));
    return fathom_order(x - y);
}

//@ strcmp : fathom_strcmp
int strcmp(const char *a, const char *b) { return fathom_strcmp(a, b); }

//@ strcoll : fathom_strcmp fathom_locale
int strcoll(const char *a, const char *b) {
    fathom_collate();
    return fathom_strcmp(a, b);
}

//@ strncmp : fathom_order
int strncmp(const char *a, const char *b, size_t size) {
    byte x = 0, y = 0;
    _Bool going = 1;
    for (size_t i = 0; (i < size) & going; i++) {
        x = a[i];
        y = b[i];
        going = (x != 0) & (x == y);
    }
    return fathom_order(x - y);
}

//@ fathom_fold : fathom_local_case
static byte fathom_fold(byte c) {
    fathom_local_case(c);
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

//@ fathom_strcasecmp : fathom_fold fathom_order
static int fathom_strcasecmp(const char *a, const char *b) {
    size_t i = 0;
    byte x, y;
    do {
        x = fathom_fold(a[i]);
        y = fathom_fold(b[i]);
        i++;
    } while ((x != 0) & (x == y));
    return fathom_order(x - y);
}

//@ strcasecmp : fathom_strcasecmp
int strcasecmp(const char *a, const char *b) { return fathom_strcasecmp(a, b); }

//@ __strcasecmp : fathom_strcasecmp
int __strcasecmp(const char *a, const char *b) { return fathom_strcasecmp(a, b); }

//@ strncasecmp : fathom_fold fathom_order
int strncasecmp(const char *a, const char *b, size_t size) {
    byte x = 0, y = 0;
    _Bool going = 1;
    for (size_t i = 0; (i < size) & going; i++) {
        x = fathom_fold(a[i]);
        y = fathom_fold(b[i]);
        going = (x != 0) & (x == y);
    }
    return fathom_order(x - y);
}

//@ fathom_strchrnul
// The first `wanted`, or the end.
static char *fathom_strchrnul(const char *s, char wanted) {
    size_t i = 0;
    char c = s[0];
    while ((c != wanted) & (c != 0))
        c = s[++i];
    return (char *)s + i;
}

//@ fathom_strchr
static char *fathom_strchr(const char *s, char wanted) {
    size_t i = 0;
    char c = s[0];
    while ((c != wanted) & (c != 0))
        c = s[++i];
    return c == wanted ? (char *)s + i : NULL;
}

//@ strchr : fathom_strchr
char *strchr(const char *s, int wanted) { return fathom_strchr(s, (char)wanted); }

//@ index : fathom_strchr
char *index(const char *s, int wanted) { return fathom_strchr(s, (char)wanted); }

//@ strchrnul : fathom_strchrnul
char *strchrnul(const char *s, int wanted) { return fathom_strchrnul(s, (char)wanted); }

//@ fathom_strrchr
static char *fathom_strrchr(const char *s, char wanted) {
    const char *last = NULL;
    size_t i = 0;
    char c;
    do {
        c = s[i];
        if (c == wanted)
            last = s + i;
        i++;
    } while (c != 0);
    return (char *)last;
}

//@ strrchr : fathom_strrchr
char *strrchr(const char *s, int wanted) { return fathom_strrchr(s, (char)wanted); }

//@ rindex : fathom_strrchr
char *rindex(const char *s, int wanted) { return fathom_strrchr(s, (char)wanted); }

//@ strstr
// Where a comparison meets the end of the text, the rest is shorter than what is wanted.
char *strstr(const char *text, const char *wanted) {
    for (size_t i = 0;; i++) {
        size_t j = 0;
        char x, y;
        do {
            y = wanted[j];
            x = y == 0 ? 0 : text[i + j];
            j++;
        } while ((y != 0) & (x == y));
        if (y == 0)
            return (char *)text + i;
        if (x == 0)
            return NULL;
    }
}

//@ strcasestr : fathom_fold
char *strcasestr(const char *text, const char *wanted) {
    for (size_t i = 0;; i++) {
        size_t j = 0;
        byte x, y;
        do {
            y = fathom_fold(wanted[j]);
            x = y == 0 ? 0 : fathom_fold(text[i + j]);
            j++;
        } while ((y != 0) & (x == y));
        if (y == 0)
            return (char *)text + i;
        if (x == 0)
            return NULL;
    }
}

//@ fathom_among
// Whether a byte that is not 0 is in the string.
static _Bool fathom_among(char c, const char *set) {
    size_t i = 0;
    char x = set[0];
    while ((x != 0) & (x != c))
        x = set[++i];
    return x != 0;
}

//@ fathom_strspn : fathom_among
static size_t fathom_strspn(const char *s, const char *set) {
    size_t i = 0;
    while (s[i] != 0 && fathom_among(s[i], set))
        i++;
    return i;
}

//@ strspn : fathom_strspn
size_t strspn(const char *s, const char *set) { return fathom_strspn(s, set); }

//@ fathom_strcspn : fathom_among
static size_t fathom_strcspn(const char *s, const char *set) {
    size_t i = 0;
    while (s[i] != 0 && !fathom_among(s[i], set))
        i++;
    return i;
}

//@ strcspn : fathom_strcspn
size_t strcspn(const char *s, const char *set) { return fathom_strcspn(s, set); }

//@ strpbrk : fathom_strcspn
char *strpbrk(const char *s, const char *set) {
    size_t i = fathom_strcspn(s, set);
    return s[i] != 0 ? (char *)s + i : NULL;
}

//@ fathom_strtok : fathom_strspn fathom_strcspn
static char *fathom_strtok(char *s, const char *set, char **rest) {
    if (s == NULL)
        s = *rest;
    s += fathom_strspn(s, set);
    if (*s == 0) {
        *rest = s;
        return NULL;
    }
    size_t n = fathom_strcspn(s, set);
    *rest = s + n;
    if (s[n] != 0) {
        s[n] = 0;
        *rest = s + n + 1;
    }
    return s;
}

//@ strtok : fathom_strtok
static char *fathom_strtok_rest;
char *strtok(char *s, const char *set) { return fathom_strtok(s, set, &fathom_strtok_rest); }

//@ strtok_r : fathom_strtok
char *strtok_r(char *s, const char *set, char **rest) { return fathom_strtok(s, set, rest); }

//@ __strtok_r : fathom_strtok
char *__strtok_r(char *s, const char *set, char **rest) { return fathom_strtok(s, set, rest); }

//@ fathom_strsep : fathom_strcspn
static char *fathom_strsep(char **rest, const char *set) {
    char *s = *rest;
    if (s == NULL)
        return NULL;
    size_t n = fathom_strcspn(s, set);
    if (s[n] == 0) {
        *rest = NULL;
    } else {
        s[n] = 0;
        *rest = s + n + 1;
    }
    return s;
}

//@ strsep : fathom_strsep
char *strsep(char **rest, const char *set) { return fathom_strsep(rest, set); }

//@ __strsep : fathom_strsep
char *__strsep(char **rest, const char *set) { return fathom_strsep(rest, set); }

//@ fathom_duplicate : fathom_errno
// The first `n` bytes as a string of their own.
static char *fathom_duplicate(const char *s, size_t n) {
    char *copy = malloc(n + 1);
    if (copy == NULL) {
        fathom_errno = ENOMEM;
        return NULL;
    }
    memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

//@ strdup : fathom_duplicate fathom_strlen
char *strdup(const char *s) { return fathom_duplicate(s, fathom_strlen(s)); }

//@ __strdup : fathom_duplicate fathom_strlen
char *__strdup(const char *s) { return fathom_duplicate(s, fathom_strlen(s)); }

//@ strndup : fathom_duplicate fathom_strnlen
char *strndup(const char *s, size_t size) { return fathom_duplicate(s, fathom_strnlen(s, size)); }

//@ __strndup : fathom_duplicate fathom_strnlen
char *__strndup(const char *s, size_t size) { return fathom_duplicate(s, fathom_strnlen(s, size)); }

//@ strxfrm : fathom_strlen fathom_copy fathom_apart fathom_locale
size_t strxfrm(char *target, const char *source, size_t size) {
    fathom_collate();
    size_t n = fathom_strlen(source);
    if (n < size) {
        fathom_copy(target, source, n + 1);
    } else if (size > 0) {
        __fathom_havoc(target, size);
        fathom_apart(target, size, source, n + 1);
    }
    return n;
}

//@ fathom_memcmp : fathom_order
static int fathom_memcmp(const byte *a, const byte *b, size_t size) {
    int result = 0;
    for (size_t i = 0; i < size; i++) {
        int difference = a[i] - b[i];
        if (result == 0)
            result = difference;
    }
    return fathom_order(result);
}

//@ memcmp : fathom_memcmp
int memcmp(const void *a, const void *b, size_t size) { return fathom_memcmp(a, b, size); }

//@ fathom_differ : fathom_memcmp fathom_truth
// Whether objects differ: nothing is promised of an order.
static int fathom_differ(const void *a, const void *b, size_t size) {
    return fathom_truth(fathom_memcmp(a, b, size) != 0);
}

//@ bcmp : fathom_differ
int bcmp(const void *a, const void *b, size_t size) { return fathom_differ(a, b, size); }

//@ __memcmpeq : fathom_differ
int __memcmpeq(const void *a, const void *b, size_t size) { return fathom_differ(a, b, size); }

//@ memchr
void *memchr(const void *start, int wanted, size_t size) {
    const byte *bytes = start;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == (byte)wanted)
            return (void *)(bytes + i);
    return NULL;
}

//@ fathom_rawmemchr
static void *fathom_rawmemchr(const byte *bytes, byte wanted) {
    size_t i = 0;
    while (bytes[i] != wanted)
        i++;
    return (void *)(bytes + i);
}

//@ rawmemchr : fathom_rawmemchr
void *rawmemchr(const void *start, int wanted) { return fathom_rawmemchr(start, (byte)wanted); }

//@ __rawmemchr : fathom_rawmemchr
void *__rawmemchr(const void *start, int wanted) { return fathom_rawmemchr(start, (byte)wanted); }

//@ fathom_memrchr
static void *fathom_memrchr(const byte *bytes, byte wanted, size_t size) {
    for (size_t i = size; i > 0; i--)
        if (bytes[i - 1] == wanted)
            return (void *)(bytes + (i - 1));
    return NULL;
}

//@ memrchr : fathom_memrchr
void *memrchr(const void *start, int wanted, size_t size) {
    return fathom_memrchr(start, (byte)wanted, size);
}

//@ __memrchr : fathom_memrchr
void *__memrchr(const void *start, int wanted, size_t size) {
    return fathom_memrchr(start, (byte)wanted, size);
}

//@ memccpy : fathom_apart
// The length is found before anything is written: where the two overlap, the search would meet copies.
void *memccpy(void *target, const void *source, int last, size_t size) {
    const byte *from = source;
    size_t n = 0;
    _Bool found = 0;
    while (n < size && !found) {
        found = from[n] == (byte)last;
        n++;
    }
    memmove(target, source, n);
    fathom_apart(target, n, source, n);
    return found ? (byte *)target + n : NULL;
}

//@ memmem
void *memmem(const void *text, size_t text_size, const void *wanted, size_t wanted_size) {
    const byte *x = text, *y = wanted;
    for (size_t i = 0; wanted_size <= text_size && i <= text_size - wanted_size; i++) {
        size_t j = 0;
        while (j < wanted_size && x[i + j] == y[j])
            j++;
        if (j == wanted_size)
            return (void *)(x + i);
    }
    return NULL;
}

//@ bcopy
void bcopy(const void *source, void *target, size_t size) { memmove(target, source, size); }

//@ explicit_bzero
void explicit_bzero(void *target, size_t size) { memset(target, 0, size); }

//@ __explicit_bzero_chk
void __explicit_bzero_chk(void *target, size_t size, size_t room) {
    __fathom_precondition(size <= room, "the target is too small");
    memset(target, 0, size);
}

//@ __memcpy_chk
void *__memcpy_chk(void *target, const void *source, size_t size, size_t room) {
    __fathom_precondition(size <= room, "the target is too small");
    return memcpy(target, source, size);
}

//@ __mempcpy_chk
void *__mempcpy_chk(void *target, const void *source, size_t size, size_t room) {
    __fathom_precondition(size <= room, "the target is too small");
    memcpy(target, source, size);
    return (char *)target + size;
}

//@ __mempcpy
void *__mempcpy(void *target, const void *source, size_t size) {
    memcpy(target, source, size);
    return (char *)target + size;
}

//@ __memmove_chk
void *__memmove_chk(void *target, const void *source, size_t size, size_t room) {
    __fathom_precondition(size <= room, "the target is too small");
    return memmove(target, source, size);
}

//@ __memset_chk
void *__memset_chk(void *target, int value, size_t size, size_t room) {
    __fathom_precondition(size <= room, "the target is too small");
    return memset(target, value, size);
}

//@ fathom_numbered
// `text` and a number behind it.
static char *fathom_numbered(char *target, const char *text, int number) {
    size_t n = 0;
    while (text[n] != 0) {
        target[n] = text[n];
        n++;
    }
    unsigned magnitude = number < 0 ? -(unsigned)number : (unsigned)number, power = 1;
    if (number < 0)
        target[n++] = '-';
    while (power <= magnitude / 10)
        power *= 10;
    for (; power > 0; power /= 10)
        target[n++] = '0' + magnitude / power % 10;
    target[n] = 0;
    return target;
}

//@ fathom_error_message : fathom_numbered
// A `switch`, so that one of many texts is a choice between objects and not a place in a large one.
static const char *fathom_error_text(int error) {
    switch (error) {
    case 0:
        return "Success";
    case 1:
        return "Operation not permitted";
    case 2:
        return "No such file or directory";
    case 3:
        return "No such process";
    case 4:
        return "Interrupted system call";
    case 5:
        return "Input/output error";
    case 6:
        return "No such device or address";
    case 7:
        return "Argument list too long";
    case 8:
        return "Exec format error";
    case 9:
        return "Bad file descriptor";
    case 10:
        return "No child processes";
    case 11:
        return "Resource temporarily unavailable";
    case 12:
        return "Cannot allocate memory";
    case 13:
        return "Permission denied";
    case 14:
        return "Bad address";
    case 15:
        return "Block device required";
    case 16:
        return "Device or resource busy";
    case 17:
        return "File exists";
    case 18:
        return "Invalid cross-device link";
    case 19:
        return "No such device";
    case 20:
        return "Not a directory";
    case 21:
        return "Is a directory";
    case 22:
        return "Invalid argument";
    case 23:
        return "Too many open files in system";
    case 24:
        return "Too many open files";
    case 25:
        return "Inappropriate ioctl for device";
    case 26:
        return "Text file busy";
    case 27:
        return "File too large";
    case 28:
        return "No space left on device";
    case 29:
        return "Illegal seek";
    case 30:
        return "Read-only file system";
    case 31:
        return "Too many links";
    case 32:
        return "Broken pipe";
    case 33:
        return "Numerical argument out of domain";
    case 34:
        return "Numerical result out of range";
    case 35:
        return "Resource deadlock avoided";
    case 36:
        return "File name too long";
    case 37:
        return "No locks available";
    case 38:
        return "Function not implemented";
    case 39:
        return "Directory not empty";
    case 40:
        return "Too many levels of symbolic links";
    case 42:
        return "No message of desired type";
    case 43:
        return "Identifier removed";
    case 44:
        return "Channel number out of range";
    case 45:
        return "Level 2 not synchronized";
    case 46:
        return "Level 3 halted";
    case 47:
        return "Level 3 reset";
    case 48:
        return "Link number out of range";
    case 49:
        return "Protocol driver not attached";
    case 50:
        return "No CSI structure available";
    case 51:
        return "Level 2 halted";
    case 52:
        return "Invalid exchange";
    case 53:
        return "Invalid request descriptor";
    case 54:
        return "Exchange full";
    case 55:
        return "No anode";
    case 56:
        return "Invalid request code";
    case 57:
        return "Invalid slot";
    case 59:
        return "Bad font file format";
    case 60:
        return "Device not a stream";
    case 61:
        return "No data available";
    case 62:
        return "Timer expired";
    case 63:
        return "Out of streams resources";
    case 64:
        return "Machine is not on the network";
    case 65:
        return "Package not installed";
    case 66:
        return "Object is remote";
    case 67:
        return "Link has been severed";
    case 68:
        return "Advertise error";
    case 69:
        return "Srmount error";
    case 70:
        return "Communication error on send";
    case 71:
        return "Protocol error";
    case 72:
        return "Multihop attempted";
    case 73:
        return "RFS specific error";
    case 74:
        return "Bad message";
    case 75:
        return "Value too large for defined data type";
    case 76:
        return "Name not unique on network";
    case 77:
        return "File descriptor in bad state";
    case 78:
        return "Remote address changed";
    case 79:
        return "Can not access a needed shared library";
    case 80:
        return "Accessing a corrupted shared library";
    case 81:
        return ".lib section in a.out corrupted";
    case 82:
        return "Attempting to link in too many shared libraries";
    case 83:
        return "Cannot exec a shared library directly";
    case 84:
        return "Invalid or incomplete multibyte or wide character";
    case 85:
        return "Interrupted system call should be restarted";
    case 86:
        return "Streams pipe error";
    case 87:
        return "Too many users";
    case 88:
        return "Socket operation on non-socket";
    case 89:
        return "Destination address required";
    case 90:
        return "Message too long";
    case 91:
        return "Protocol wrong type for socket";
    case 92:
        return "Protocol not available";
    case 93:
        return "Protocol not supported";
    case 94:
        return "Socket type not supported";
    case 95:
        return "Operation not supported";
    case 96:
        return "Protocol family not supported";
    case 97:
        return "Address family not supported by protocol";
    case 98:
        return "Address already in use";
    case 99:
        return "Cannot assign requested address";
    case 100:
        return "Network is down";
    case 101:
        return "Network is unreachable";
    case 102:
        return "Network dropped connection on reset";
    case 103:
        return "Software caused connection abort";
    case 104:
        return "Connection reset by peer";
    case 105:
        return "No buffer space available";
    case 106:
        return "Transport endpoint is already connected";
    case 107:
        return "Transport endpoint is not connected";
    case 108:
        return "Cannot send after transport endpoint shutdown";
    case 109:
        return "Too many references: cannot splice";
    case 110:
        return "Connection timed out";
    case 111:
        return "Connection refused";
    case 112:
        return "Host is down";
    case 113:
        return "No route to host";
    case 114:
        return "Operation already in progress";
    case 115:
        return "Operation now in progress";
    case 116:
        return "Stale file handle";
    case 117:
        return "Structure needs cleaning";
    case 118:
        return "Not a XENIX named type file";
    case 119:
        return "No XENIX semaphores available";
    case 120:
        return "Is a named type file";
    case 121:
        return "Remote I/O error";
    case 122:
        return "Disk quota exceeded";
    case 123:
        return "No medium found";
    case 124:
        return "Wrong medium type";
    case 125:
        return "Operation canceled";
    case 126:
        return "Required key not available";
    case 127:
        return "Key has expired";
    case 128:
        return "Key has been revoked";
    case 129:
        return "Key was rejected by service";
    case 130:
        return "Owner died";
    case 131:
        return "State not recoverable";
    case 132:
        return "Operation not possible due to RF-kill";
    case 133:
        return "Memory page has hardware error";
    default:
        return NULL;
    }
}
static _Bool fathom_is_error(int error) { return fathom_error_text(error) != NULL; }
static char *fathom_error_message(int error, char *unknown) {
    if (fathom_is_error(error))
        return (char *)fathom_error_text(error);
    return fathom_numbered(unknown, "Unknown error ", error);
}

//@ strerror : fathom_error_message
static char fathom_unknown_error[32];
char *strerror(int error) { return fathom_error_message(error, fathom_unknown_error); }

//@ strsignal : fathom_numbered
static const char *fathom_signal_text(int number) {
    switch (number) {
    case 1:
        return "Hangup";
    case 2:
        return "Interrupt";
    case 3:
        return "Quit";
    case 4:
        return "Illegal instruction";
    case 5:
        return "Trace/breakpoint trap";
    case 6:
        return "Aborted";
    case 7:
        return "Bus error";
    case 8:
        return "Floating point exception";
    case 9:
        return "Killed";
    case 10:
        return "User defined signal 1";
    case 11:
        return "Segmentation fault";
    case 12:
        return "User defined signal 2";
    case 13:
        return "Broken pipe";
    case 14:
        return "Alarm clock";
    case 15:
        return "Terminated";
    case 16:
        return "Stack fault";
    case 17:
        return "Child exited";
    case 18:
        return "Continued";
    case 19:
        return "Stopped (signal)";
    case 20:
        return "Stopped";
    case 21:
        return "Stopped (tty input)";
    case 22:
        return "Stopped (tty output)";
    case 23:
        return "Urgent I/O condition";
    case 24:
        return "CPU time limit exceeded";
    case 25:
        return "File size limit exceeded";
    case 26:
        return "Virtual timer expired";
    case 27:
        return "Profiling timer expired";
    case 28:
        return "Window changed";
    case 29:
        return "I/O possible";
    case 30:
        return "Power failure";
    case 31:
        return "Bad system call";
    default:
        return NULL;
    }
}
static char fathom_unknown_signal[32];
char *strsignal(int number) {
    if (number >= 34 && number <= 64)
        return fathom_numbered(fathom_unknown_signal, "Real-time signal ", number - 34);
    const char *text = fathom_signal_text(number);
    if (text != NULL)
        return (char *)text;
    return fathom_numbered(fathom_unknown_signal, "Unknown signal ", number);
}

//@ strerror_r : fathom_error_message fathom_strlcpy
// GNU's, which uses the buffer only for numbers that it does not know.
char *strerror_r(int error, char *buffer, size_t size) {
    char unknown[32];
    char *text = fathom_error_message(error, unknown);
    if (fathom_is_error(error))
        return text;
    fathom_strlcpy(buffer, text, size);
    return buffer;
}

//@ __xpg_strerror_r : fathom_error_message fathom_strlcpy
int __xpg_strerror_r(int error, char *buffer, size_t size) {
    char unknown[32];
    size_t length = fathom_strlcpy(buffer, fathom_error_message(error, unknown), size);
    return !fathom_is_error(error) ? EINVAL : length >= size ? ERANGE : 0;
}

//@ ffs
int ffs(int x) { return __builtin_ffs(x); }

//@ ffsl
int ffsl(long x) { return __builtin_ffsl(x); }

//@ ffsll
int ffsll(long long x) { return __builtin_ffsll(x); }
