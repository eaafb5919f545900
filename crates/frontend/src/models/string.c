// <string.h> and <strings.h>
//
// A function reads bytes in order and none behind the one that decides, except memcmp, which compares
// objects: all their bytes must be there. Comparisons give the difference of the first bytes that differ,
// as glibc does.
//
// Copies first find the length and then copy as a whole with memcpy, so that a target which is too small or
// overlaps the source is found by the rules of memcpy. That the zeros with which strncpy fills up overlap
// the source is not noticed.
//
// The locale is "C": collation is by bytes. The text of an error message is any text of 1 to 49 bytes, the
// length of glibc's longest.

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

//@ fathom_stpncpy : fathom_strnlen fathom_copy
static char *fathom_stpncpy(char *target, const char *source, size_t size) {
    size_t n = fathom_strnlen(source, size);
    fathom_copy(target, source, n);
    if (n < size)
        memset(target + n, 0, size - n);
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

//@ strncat : fathom_strlen fathom_strnlen fathom_copy
char *strncat(char *target, const char *source, size_t size) {
    char *end = target + fathom_strlen(target);
    size_t n = fathom_strnlen(source, size);
    fathom_copy(end, source, n);
    end[n] = 0;
    return target;
}

//@ __strncat_chk : fathom_strlen fathom_strnlen fathom_copy
char *__strncat_chk(char *target, const char *source, size_t size, size_t room) {
    size_t before = fathom_strlen(target), n = fathom_strnlen(source, size);
    __fathom_precondition(before + n < room, "the target is too small");
    fathom_copy(target + before, source, n);
    target[before + n] = 0;
    return target;
}

//@ fathom_strlcpy : fathom_strlen fathom_copy
static size_t fathom_strlcpy(char *target, const char *source, size_t size) {
    size_t n = fathom_strlen(source);
    if (size > 0) {
        size_t kept = n < size - 1 ? n : size - 1;
        fathom_copy(target, source, kept);
        target[kept] = 0;
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

//@ fathom_strcmp
static int fathom_strcmp(const char *a, const char *b) {
    size_t i = 0;
    byte x, y;
    do {
        x = a[i];
        y = b[i];
        i++;
    } while ((x != 0) & (x == y));
    return x - y;
}

//@ strcmp : fathom_strcmp
int strcmp(const char *a, const char *b) { return fathom_strcmp(a, b); }

//@ strcoll : fathom_strcmp
int strcoll(const char *a, const char *b) { return fathom_strcmp(a, b); }

//@ strncmp
int strncmp(const char *a, const char *b, size_t size) {
    byte x = 0, y = 0;
    _Bool going = 1;
    for (size_t i = 0; (i < size) & going; i++) {
        x = a[i];
        y = b[i];
        going = (x != 0) & (x == y);
    }
    return x - y;
}

//@ fathom_fold
static byte fathom_fold(byte c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

//@ fathom_strcasecmp : fathom_fold
static int fathom_strcasecmp(const char *a, const char *b) {
    size_t i = 0;
    byte x, y;
    do {
        x = fathom_fold(a[i]);
        y = fathom_fold(b[i]);
        i++;
    } while ((x != 0) & (x == y));
    return x - y;
}

//@ strcasecmp : fathom_strcasecmp
int strcasecmp(const char *a, const char *b) { return fathom_strcasecmp(a, b); }

//@ __strcasecmp : fathom_strcasecmp
int __strcasecmp(const char *a, const char *b) { return fathom_strcasecmp(a, b); }

//@ strncasecmp : fathom_fold
int strncasecmp(const char *a, const char *b, size_t size) {
    byte x = 0, y = 0;
    _Bool going = 1;
    for (size_t i = 0; (i < size) & going; i++) {
        x = fathom_fold(a[i]);
        y = fathom_fold(b[i]);
        going = (x != 0) & (x == y);
    }
    return x - y;
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

//@ strxfrm : fathom_strlen fathom_copy
// Contents are indeterminate where the text does not fit; it stays as it is.
size_t strxfrm(char *target, const char *source, size_t size) {
    size_t n = fathom_strlen(source);
    if (n < size)
        fathom_copy(target, source, n + 1);
    return n;
}

//@ fathom_memcmp
static int fathom_memcmp(const byte *a, const byte *b, size_t size) {
    int result = 0;
    for (size_t i = 0; i < size; i++) {
        int difference = a[i] - b[i];
        if (result == 0)
            result = difference;
    }
    return result;
}

//@ memcmp : fathom_memcmp
int memcmp(const void *a, const void *b, size_t size) { return fathom_memcmp(a, b, size); }

//@ bcmp : fathom_memcmp
int bcmp(const void *a, const void *b, size_t size) { return fathom_memcmp(a, b, size); }

//@ __memcmpeq : fathom_memcmp
int __memcmpeq(const void *a, const void *b, size_t size) { return fathom_memcmp(a, b, size); }

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

//@ memccpy
void *memccpy(void *target, const void *source, int last, size_t size) {
    byte *to = target;
    const byte *from = source;
    for (size_t i = 0; i < size; i++) {
        byte c = from[i];
        to[i] = c;
        if (c == (byte)last)
            return to + i + 1;
    }
    return NULL;
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
    return mempcpy(target, source, size);
}

//@ __mempcpy
void *__mempcpy(void *target, const void *source, size_t size) { return mempcpy(target, source, size); }

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

//@ fathom_message
static char fathom_message_text[50];
static char *fathom_message(void) {
    for (size_t i = 0; i < sizeof fathom_message_text - 1; i++)
        fathom_message_text[i] = nondet_byte();
    if (fathom_message_text[0] == 0)
        fathom_message_text[0] = '?';
    return fathom_message_text;
}

//@ strerror : fathom_message
char *strerror(int) { return fathom_message(); }

//@ strsignal : fathom_message
char *strsignal(int) { return fathom_message(); }

//@ strerror_r : fathom_message
// GNU's, which need not use the buffer.
char *strerror_r(int, char *, size_t) { return fathom_message(); }

//@ __xpg_strerror_r : fathom_message fathom_strlcpy
int __xpg_strerror_r(int, char *buffer, size_t size) {
    return fathom_strlcpy(buffer, fathom_message(), size) < size ? 0 : ERANGE;
}
