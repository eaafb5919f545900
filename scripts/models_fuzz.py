#!/usr/bin/env python3
"""Compares the models of the C library that `fathom check` uses with the C library of this machine.

    models_fuzz.py 1000 --fathom target/release/fathom

For every function of the models, calls with random arguments are written into C programs, which print
results, `errno` and the memory around what the functions write. A program runs natively, and in the
interpreter with the models linked in place of the library (`fathom run --models`); the lines must be the same.

Where the standard leaves a result open (the order of equal elements, the number behind a sign) the program
prints what is promised and no more. What the environment decides (files, clocks, random numbers) is another
thing on both sides; there the program prints laws: facts that hold whatever the environment does, such as
that a byte given back by ungetc comes first. Every line must be there on both sides, and a law must hold.

Programs depend on --seed and their number alone. Exit code 1 tells that something differs.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HEADERS = """\
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <inttypes.h>
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <search.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

// Output goes around all streams, which are among what is compared.
static char line[4096];
static size_t used;
static void flush_line(void) {
    for (size_t done = 0; done < used;) {
        ssize_t n = write(1, line + done, used - done);
        if (n <= 0)
            _Exit(9);
        done += n;
    }
    used = 0;
}
static void byte_out(char c) {
    if (used == sizeof line)
        flush_line();
    line[used++] = c;
}
static void text_out(const char *s) {
    while (*s)
        byte_out(*s++);
}
static void hex(unsigned long long x) {
    byte_out(' ');
    for (int shift = 60; shift >= 0; shift -= 4)
        if (x >> shift || shift == 0)
            byte_out("0123456789abcdef"[x >> shift & 15]);
}
#define I(x) hex((unsigned long long)(x))
#define SIGN(x) I(((x) > 0) - ((x) < 0) + 1)
#define TRUTH(x) I(!!(x))
#define E() hex(errno)
static void bytes(const void *start, size_t size) {
    byte_out(' ');
    for (size_t i = 0; i < size; i++) {
        unsigned char c = ((const unsigned char *)start)[i];
        byte_out("0123456789abcdef"[c >> 4]), byte_out("0123456789abcdef"[c & 15]);
    }
}
static void place(const void *base, const void *p) {
    if (p)
        hex((const char *)p - (const char *)base);
    else
        text_out(" null");
}
#define TEXT(s) do { const char *text_ = (s); if (text_) { byte_out(' '); text_out(text_); } else text_out(" null"); } while (0)
static void D(double x) {
    unsigned long long b;
    __builtin_memcpy(&b, &x, sizeof b);
    x != x ? text_out(" nan") : hex(b);
}
static void F(float x) {
    unsigned b;
    __builtin_memcpy(&b, &x, sizeof b);
    x != x ? text_out(" nan") : hex(b);
}
static void L(long double x) {
    unsigned long long b[2] = {0, 0};
    __builtin_memcpy(b, &x, 10);
    x != x ? text_out(" nan") : (hex(b[1]), hex(b[0]));
}
static double d(unsigned long long b) { double x; __builtin_memcpy(&x, &b, sizeof x); return x; }
static float f(unsigned b) { float x; __builtin_memcpy(&x, &b, sizeof x); return x; }
static void fill(char *target, const char *text, size_t size) {
    size_t i = 0;
    for (; i < size && text[i]; i++)
        target[i] = text[i];
    if (i < size)
        target[i++] = 0;
    for (; i < size; i++)
        target[i] = '#';
}
static void fill_wide(wchar_t *target, const wchar_t *text, size_t size) {
    size_t i = 0;
    for (; i < size && text[i]; i++)
        target[i] = text[i];
    if (i < size)
        target[i++] = 0;
    for (; i < size; i++)
        target[i] = L'#';
}
static int by_first(const void *a, const void *b) { return *(const signed char *)a - *(const signed char *)b; }
static int by_first_with(const void *a, const void *b, void *c) { return *(char *)c ? by_first(a, b) : by_first(b, a); }
static unsigned long long sum_of(const char *a, size_t size) {
    unsigned long long sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += 1ULL << (a[i] & 31);
    return sum;
}
// The law holds.
#define LAW(condition) I((condition) ? 1 : 0)
static FILE *reading(void) {
    FILE *file = NULL;
    for (int i = 0; i < 1000 && !file; i++)
        file = fopen("input", "r");
    return file;
}
static FILE *writing(void) {
    FILE *file = NULL;
    for (int i = 0; i < 1000 && !file; i++)
        file = fopen("output", "w");
    return file;
}
static _Bool is_line(const char *s, size_t n, char end) {
    for (size_t i = 0; i + 1 < n; i++)
        if (s[i] == end)
            return 0;
    return 1;
}
static int list_call(int (*f)(char *, const char *, va_list), char *target, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = f(target, format, list);
    va_end(list);
    return n;
}
static int vprintf_of(char *target, const char *format, va_list list) { (void)target; return vprintf(format, list); }
static int vfprintf_of(char *target, const char *format, va_list list) { (void)target; return vfprintf(stdout, format, list); }
static int vdprintf_of(char *target, const char *format, va_list list) { (void)target; return vdprintf(2, format, list); }
static int vsprintf_of(char *target, const char *format, va_list list) { return vsprintf(target, format, list); }
static int vsnprintf_of(char *target, const char *format, va_list list) { return vsnprintf(target, 20, format, list); }
static int vasprintf_of(char *target, const char *format, va_list list) {
    char *made = NULL;
    int n = vasprintf(&made, format, list);
    for (int i = 0; i <= n; i++)
        target[i] = made[i];
    free(made);
    return n;
}
static int vsscanf_of(char *target, const char *format, va_list list) { return vsscanf(target, format, list); }
"""

# Functions that headers do not declare.
PROTOTYPES = """
char *__stpcpy(char *, const char *);
char *__strcpy_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
char *__stpncpy(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__stpncpy_chk(char *, const char *, size_t, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
size_t strlcpy(char *, const char *, size_t);
size_t __strlcpy_chk(char *, const char *, size_t, size_t);
size_t strlcat(char *, const char *, size_t);
size_t __strlcat_chk(char *, const char *, size_t, size_t);
int __strcasecmp(const char *, const char *);
char *__strtok_r(char *, const char *, char **);
char *__strsep(char **, const char *);
char *__strdup(const char *);
char *__strndup(const char *, size_t);
int __memcmpeq(const void *, const void *, size_t);
void *__rawmemchr(const void *, int);
void *__memrchr(const void *, int, size_t);
void __explicit_bzero_chk(void *, size_t, size_t);
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__mempcpy(void *, const void *, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
int __xpg_strerror_r(int, char *, size_t);
char *gnu_strerror_r(int, char *, size_t) __asm__("strerror_r");
void __qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __vsprintf_chk(char *, int, size_t, const char *, va_list);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
int __asprintf_chk(char **, int, const char *, ...);
int __vasprintf_chk(char **, int, const char *, va_list);
int __printf_chk(int, const char *, ...);
int __fprintf_chk(FILE *, int, const char *, ...);
int __dprintf_chk(int, int, const char *, ...);
int __vprintf_chk(int, const char *, va_list);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __vdprintf_chk(int, int, const char *, va_list);
int __isoc99_sscanf(const char *, const char *, ...);
int __isoc99_vsscanf(const char *, const char *, va_list);
int __isoc99_scanf(const char *, ...);
int __isoc99_fscanf(FILE *, const char *, ...);
long __isoc23_strtol(const char *, char **, int);
long long __isoc23_strtoll(const char *, char **, int);
unsigned long __isoc23_strtoul(const char *, char **, int);
unsigned long long __isoc23_strtoull(const char *, char **, int);
intmax_t __isoc23_strtoimax(const char *, char **, int);
uintmax_t __isoc23_strtoumax(const char *, char **, int);
int __isoc23_sscanf(const char *, const char *, ...);
int __finite(double), __finitef(float), __finitel(long double), __isnan(double), __isnanf(float), __isnanl(long double);
int __isinf(double), __isinff(float), __isinfl(long double), __signbit(double), __signbitf(float), __signbitl(long double);
int __fpclassify(double), __fpclassifyf(float), __fpclassifyl(long double);
int isnanf(float), isinff(float), finite(double), finitef(float), isnanl(long double), isinfl(long double), finitel(long double);
char *gets(char *);
char *__fgets_chk(char *, size_t, int, FILE *);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
int _IO_getc(FILE *), _IO_putc(int, FILE *);
ssize_t __getdelim(char **, size_t *, int, FILE *);
ssize_t __read_chk(int, void *, size_t, size_t);
int __open_2(const char *, int);
static int vsprintf_chk_of(char *target, const char *format, va_list list) { return __vsprintf_chk(target, 1, 200, format, list); }
static int vsnprintf_chk_of(char *target, const char *format, va_list list) { return __vsnprintf_chk(target, 20, 1, 200, format, list); }
static int vasprintf_chk_of(char *target, const char *format, va_list list) {
    char *made = NULL;
    int n = __vasprintf_chk(&made, 1, format, list);
    for (int i = 0; i <= n; i++)
        target[i] = made[i];
    free(made);
    return n;
}
static int vprintf_chk_of(char *target, const char *format, va_list list) { (void)target; return __vprintf_chk(1, format, list); }
static int vfprintf_chk_of(char *target, const char *format, va_list list) { (void)target; return __vfprintf_chk(stdout, 1, format, list); }
static int vdprintf_chk_of(char *target, const char *format, va_list list) { (void)target; return __vdprintf_chk(2, 1, format, list); }
static int isoc99_vsscanf_of(char *target, const char *format, va_list list) { return __isoc99_vsscanf(target, format, list); }
"""

# What helpers of the program call, besides the function that a line is about.
HELPERS = {
    "vprintf_of": "vprintf", "vfprintf_of": "vfprintf", "vdprintf_of": "vdprintf", "vsprintf_of": "vsprintf",
    "vsnprintf_of": "vsnprintf", "vasprintf_of": "vasprintf", "vsscanf_of": "vsscanf",
    "vsprintf_chk_of": "__vsprintf_chk", "vsnprintf_chk_of": "__vsnprintf_chk", "vasprintf_chk_of": "__vasprintf_chk",
    "vprintf_chk_of": "__vprintf_chk", "vfprintf_chk_of": "__vfprintf_chk", "vdprintf_chk_of": "__vdprintf_chk",
    "isoc99_vsscanf_of": "__isoc99_vsscanf",
}


def c_string(text):
    """A C string literal for bytes; octal escapes have three digits, so that digits behind them are safe."""
    return '"' + "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else f"\\{b:03o}" for b in text) + '"'


class Draw:
    """Random arguments."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def below(self, limit):
        return self.random.randrange(limit)

    def pick(self, *values):
        return self.random.choice(values)

    def text(self, most=12, alphabet=None):
        alphabet = alphabet or self.pick(b"ab", b"abc", b"aAbB", b"a,; ", b"xyz\xff\x80")
        return bytes(self.random.choice(alphabet) for _ in range(self.below(most + 1)))

    def string(self, most=12, alphabet=None):
        return c_string(self.text(most, alphabet))

    def wide(self, most=12):
        return "L" + c_string(self.text(most, self.pick(b"ab", b"abc", b"xyz")))

    def letter(self):
        return self.pick("'a'", "'b'", "'A'", "','", "0", "'#'", "255", "-1", "353")

    def size(self, most=20):
        return self.pick(0, 1, self.below(most), self.below(most), self.below(most))

    def double(self):
        special = [0x0, 0x8000000000000000, 0x3fe0000000000000, 0xbfe0000000000000, 0x3ff8000000000000,
                   0x4004000000000000, 0xc004000000000000, 0x7ff0000000000000, 0xfff0000000000000,
                   0x7ff8000000000000, 0x1, 0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000,
                   0x7fefffffffffffff, 0x43e0000000000000, 0xc3e0000000000000, 0x4330000000000001,
                   0x432fffffffffffff, 0x3fdfffffffffffff, 0x41dfffffffe00000, 0x3ff0000000000000]
        kind = self.below(4)
        if kind == 0:
            bits = self.pick(*special)
        elif kind == 1:
            # Near integers and halves.
            return f"{self.random.randrange(-2000, 2000)}.0 / 8"
        else:
            exponent = self.below(0x7ff) if kind == 2 else 0x3ff + self.random.randrange(-60, 70)
            bits = self.below(2) << 63 | exponent << 52 | self.below(1 << 52)
        return f"d({bits:#x}ULL)"

    def float(self):
        special = [0x0, 0x80000000, 0x3f000000, 0xbf000000, 0x3fc00000, 0x7f800000, 0xff800000, 0x7fc00000, 0x1,
                   0x007fffff, 0x00800000, 0x7f7fffff, 0x5f000000, 0x4b000001, 0x3effffff]
        kind = self.below(3)
        if kind == 0:
            bits = self.pick(*special)
        elif kind == 1:
            return f"{self.random.randrange(-2000, 2000)}.0f / 8"
        else:
            bits = self.below(2) << 31 | self.below(0xff) << 23 | self.below(1 << 23)
        return f"f({bits:#x}u)"

    def long_double(self):
        return self.pick(f"(long double){self.double()}", f"(long double){self.double()} / 3")

    def signed(self, bits):
        value = self.random.getrandbits(bits) >> self.below(bits)
        value = self.pick(value, -value, self.below(5) - 2)
        return max(-(1 << bits - 1) + 1, min((1 << bits - 1) - 1, value))

    def number_text(self):
        return self.pick(
            self.text(24, b"0123456789"), self.text(24, b"  -+0xX19afzZ"), self.text(8, b" \t-+01"),
            b"%d" % (self.random.getrandbits(64) - (1 << 63)), b"0x%x" % self.random.getrandbits(70),
            b" -%d" % self.random.getrandbits(66), b"0%o" % self.random.getrandbits(64), b"0b101", b"-", b"")


CALLS = {}


def call(*names):
    """Registers a function that makes a call of each of these."""

    def register(maker):
        for name in names:
            assert name not in CALLS, name
            CALLS[name] = maker
        return maker

    return register


# Strings. `a` and `b` are strings in arrays of 64 bytes; what is behind their ends is there to be kept.

def two(r, code, most=12):
    return (f"char a[64], b[64]; fill(a, {r.string(most)}, 64), fill(b, {r.string(most)}, 64); (void)b; {code}")


def both(code):
    return f"{code} bytes(a, 64), bytes(b, 64);"


@call("strlen")
def _(r, n): return two(r, f"I({n}(a));")
@call("strnlen")
def _(r, n): return two(r, f"I({n}(a, {r.size()}));")
@call("strcpy", "stpcpy", "__stpcpy", "strcat")
def _(r, n): return two(r, both(f"place(a, {n}(a, b));"))
@call("__strcpy_chk", "__stpcpy_chk", "__strcat_chk")
def _(r, n): return two(r, both(f"place(a, {n}(a, b, 64));"))
@call("strncpy", "stpncpy", "__stpncpy", "strncat")
def _(r, n): return two(r, both(f"place(a, {n}(a, b, {r.size()}));"))
@call("__strncpy_chk", "__stpncpy_chk", "__strncat_chk")
def _(r, n): return two(r, both(f"place(a, {n}(a, b, {r.size()}, 64));"))
@call("strlcpy", "strlcat")
def _(r, n): return two(r, both(f"I({n}(a, b, {r.size()}));"))
@call("__strlcpy_chk", "__strlcat_chk")
def _(r, n): return two(r, both(f"I({n}(a, b, {r.size()}, 64));"))
@call("strcmp", "strcoll", "strcasecmp", "__strcasecmp")
def _(r, n): return two(r, f"SIGN({n}(a, b));", r.pick(3, 6))
@call("strncmp", "strncasecmp")
def _(r, n): return two(r, f"SIGN({n}(a, b, {r.size(8)}));", r.pick(3, 6))
@call("strchr", "index", "strrchr", "rindex", "strchrnul")
def _(r, n): return two(r, f"place(a, {n}(a, {r.letter()}));")
@call("strstr", "strcasestr", "strpbrk")
def _(r, n): return two(r, f"b[{r.below(4)}] = 0; place(a, {n}(a, b));")
@call("strspn", "strcspn")
def _(r, n): return two(r, f"b[{r.below(4)}] = 0; I({n}(a, b));")
@call("strtok")
def _(r, n): return two(r, both(f"b[2] = 0; place(a, {n}(a, b)); for (int i = 0; i < 3; i++) place(a, {n}(NULL, b));"))
@call("strtok_r", "__strtok_r")
def _(r, n): return two(r, both(f"char *rest; b[2] = 0; place(a, {n}(a, b, &rest)); "
                                f"for (int i = 0; i < 3; i++) place(a, {n}(NULL, b, &rest));"))
@call("strsep", "__strsep")
def _(r, n): return two(r, both(f"char *rest = a; b[2] = 0; for (int i = 0; i < 4; i++) "
                                f"place(a, {n}(&rest, b)), place(a, rest);"))
@call("strdup", "__strdup")
def _(r, n): return two(r, f"char *p = {n}(a); TEXT(p); free(p);")
@call("strndup", "__strndup")
def _(r, n): return two(r, f"char *p = {n}(a, {r.size()}); TEXT(p); free(p);")
@call("strxfrm")
# What is in a target that is too small is open.
def _(r, n): return two(r, f"size_t size = {r.size()}, n = {n}(a, b, size); I(n); if (n < size) bytes(a, 64); "
                           f"else bytes(a + size, 64 - size);")
@call("memcmp")
def _(r, n): return two(r, f"SIGN({n}(a, b, {r.size(40)}));", 3)
@call("bcmp", "__memcmpeq")
def _(r, n): return two(r, f"TRUTH({n}(a, b, {r.size(40)}));", 3)
@call("memchr", "memrchr", "__memrchr")
def _(r, n): return two(r, f"place(a, {n}(a, {r.letter()}, {r.size(64)}));")
@call("rawmemchr", "__rawmemchr")
def _(r, n): return two(r, f"place(a, {n}(a, {r.pick(0, chr(39) + '#' + chr(39))}));")
@call("memccpy")
def _(r, n): return two(r, both(f"place(a, {n}(a, b, {r.letter()}, {r.size(60)}));"))
@call("memmem")
def _(r, n): return two(r, f"place(a, {n}(a, {r.size(30)}, b, {r.size(4)}));")
@call("bcopy")
def _(r, n): return two(r, f"{n}(a + {r.below(9)}, a + {r.below(9)}, {r.size(40)}); bytes(a, 64);")
@call("explicit_bzero")
def _(r, n): return two(r, f"{n}(a + {r.below(9)}, {r.size(40)}); bytes(a, 64);")
@call("__explicit_bzero_chk")
def _(r, n): return two(r, f"{n}(a + {r.below(9)}, {r.size(40)}, 50); bytes(a, 64);")
@call("__memcpy_chk", "__mempcpy_chk", "__memmove_chk")
def _(r, n): return two(r, both(f"place(a, {n}(a, b, {r.size(60)}, 64));"))
@call("__mempcpy")
def _(r, n): return two(r, both(f"place(a, {n}(a, b, {r.size(60)}));"))
@call("__memset_chk")
def _(r, n): return two(r, f"place(a, {n}(a, {r.letter()}, {r.size(60)}, 64)); bytes(a, 64);")
@call("strerror", "strsignal")
def _(r, n): return f"TEXT({n}({r.pick(r.below(140) - 3, r.signed(32))}));"
@call("strerror_r")
def _(r, n): return two(r, f"TEXT(gnu_strerror_r({r.pick(r.below(140) - 3, r.signed(32))}, a, {r.size(40)})); bytes(a, 64);")
@call("__xpg_strerror_r")
def _(r, n): return two(r, f"I({n}({r.pick(r.below(140) - 3, r.signed(32))}, a, {r.size(40)})); bytes(a, 64);")


# Wide strings.

def two_wide(r, code, most=8):
    return f"wchar_t a[32], b[32]; fill_wide(a, {r.wide(most)}, 32), fill_wide(b, {r.wide(most)}, 32); (void)b; {code}"


def both_wide(code):
    return f"{code} bytes(a, sizeof a), bytes(b, sizeof b);"


@call("wcslen")
def _(r, n): return two_wide(r, f"I({n}(a));")
@call("wcsnlen")
def _(r, n): return two_wide(r, f"I({n}(a, {r.size(12)}));")
@call("wcscpy", "wcscat")
def _(r, n): return two_wide(r, both_wide(f"place(a, {n}(a, b));"))
@call("wcsncpy", "wcsncat")
def _(r, n): return two_wide(r, both_wide(f"place(a, {n}(a, b, {r.size(12)}));"))
@call("wcscmp")
def _(r, n): return two_wide(r, f"SIGN({n}(a, b));", 3)
@call("wcsncmp")
def _(r, n): return two_wide(r, f"SIGN({n}(a, b, {r.size(6)}));", 3)
@call("wcschr", "wcsrchr")
def _(r, n): return two_wide(r, f"place(a, {n}(a, {r.pick('L', '')}'{r.pick('a', 'b', 'x')}'));")
@call("wcsstr")
def _(r, n): return two_wide(r, f"b[{r.below(3)}] = 0; place(a, {n}(a, b));")
@call("wcsdup")
def _(r, n): return two_wide(r, f"wchar_t *p = {n}(a); bytes(p, (wcslen(a) + 1) * sizeof *p); free(p);")
@call("wmemcpy", "wmemmove")
def _(r, n): return two_wide(r, both_wide(f"place(a, {n}(a, b, {r.size(30)}));"))
@call("wmemset")
def _(r, n): return two_wide(r, f"place(a, {n}(a, {r.below(1 << 20)}, {r.size(30)})); bytes(a, sizeof a);")
@call("wmemcmp")
def _(r, n): return two_wide(r, f"SIGN({n}(a, b, {r.size(30)}));", 3)
@call("wmemchr")
def _(r, n): return two_wide(r, f"place(a, {n}(a, L'{r.pick('a', 'b', '#')}', {r.size(30)}));")


# Characters.

@call("isupper", "islower", "isalpha", "isdigit", "isxdigit", "isspace", "isprint", "isgraph", "isblank", "iscntrl",
      "ispunct", "isalnum", "isascii")
def _(r, n): return f"TRUTH(({n})({r.below(257) - 1}));"
@call("toupper", "tolower", "toascii")
def _(r, n): return f"I(({n})({r.below(257) - 1}));"
@call("_toupper")
def _(r, n): return f"I(({n})('{r.pick(*'abcxyz')}'));"
@call("_tolower")
def _(r, n): return f"I(({n})('{r.pick(*'ABCXYZ')}'));"
@call("__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc")
def _(r, n): return f"I((*{n}())[{r.below(384) - 128}]);"
@call("__ctype_get_mb_cur_max")
def _(r, n): return f"I({n}());"


# Numbers in texts.

@call("strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "strtoq", "strtouq", "__isoc23_strtol",
      "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull", "__isoc23_strtoimax", "__isoc23_strtoumax")
def _(r, n):
    base = r.pick(0, 10, 16, 8, 2, 36, r.below(40) - 1)
    return (f"char a[80], *end = NULL; fill(a, {c_string(r.number_text())}, 80); errno = 0; "
            f"I({n}(a, {r.pick('&end', '&end', 'NULL')}, {base})); E(), place(a, end);")
@call("atoi", "atol", "atoll")
def _(r, n):
    # Numbers that do not fit are not defined.
    text, bits = r.number_text(), 32 if n == "atoi" else 64
    while (found := re.match(rb"[ \t-\r]*([+-]?[0-9]+)", text)) and not -1 << bits - 1 <= int(found[1]) < 1 << bits - 1:
        text = r.number_text()
    return f"I({n}({c_string(text)}));"
@call("atof", "strtod", "strtof")
def _(r, n):
    digits, power = (7, 3) if n == "strtof" else (15, 7)
    whole = "".join(r.pick(*"0123456789") for _ in range(r.below(digits + 1)))
    at = r.below(len(whole) + 1)
    text = (r.pick("", " ", "\t ") + r.pick("", "-", "+") + whole[:at] + r.pick("", ".") + whole[at:] +
            r.pick("", "", f"e{r.pick('', '-', '+')}{r.below(power + 1)}", "e", "E+", "x"))
    if n == "atof":
        return f"D({n}({c_string(text.encode())}));"
    return (f"char a[80], *end = NULL; fill(a, {c_string(text.encode())}, 80); errno = 0; "
            f"{'F' if n == 'strtof' else 'D'}({n}(a, &end)); E(), place(a, end);")
@call("ffs", "ffsl", "ffsll")
def _(r, n): return f"I({n}({r.pick(0, 1 << r.below(31), r.signed(32 if n == 'ffs' else 64))}));"
@call("abs", "labs", "llabs", "imaxabs")
def _(r, n): return f"I({n}({r.signed(32 if n == 'abs' else 64)}));"
@call("div", "ldiv", "lldiv", "imaxdiv")
def _(r, n):
    bits, kind = (32, "int") if n == "div" else (64, "long")
    divisor = r.signed(bits) or 7
    struct = {"div": "div_t", "ldiv": "ldiv_t", "lldiv": "lldiv_t", "imaxdiv": "imaxdiv_t"}[n]
    return f"{struct} x = {n}(({kind}){r.signed(bits)}, ({kind}){divisor}); I(x.quot), I(x.rem);"


# Sorting and searching. Elements have a key and a number; equal ones may end in any order.

def elements(r, most=9):
    size, count = r.pick(1, 2, 3, 4, 8), r.below(most + 1)
    items = [bytes([r.below(6) + 65] + [48 + number % 10] * (size - 1)) for number in range(count)]
    return size, count, items


@call("qsort")
def _(r, n):
    size, count, items = elements(r)
    return (f"char a[128]; fill(a, {c_string(b''.join(items))}, 128); {n}(a, {count}, {size}, by_first); "
            f"for (int i = 0; i < {count}; i++) I(a[i * {size}]); I(sum_of(a, {size * count})), bytes(a + {size * count}, 9);")
@call("qsort_r", "__qsort_r")
def _(r, n):
    size, count, items = elements(r)
    return (f"char a[128], up = {r.below(2)}; fill(a, {c_string(b''.join(items))}, 128); "
            f"{n}(a, {count}, {size}, by_first_with, &up); for (int i = 0; i < {count}; i++) I(a[i * {size}]); "
            f"I(sum_of(a, {size * count})), bytes(a + {size * count}, 9);")
@call("bsearch")
def _(r, n):
    size, count, items = elements(r)
    return (f"char a[128], key = {65 + r.below(7)}; fill(a, {c_string(b''.join(sorted(items)))}, 128); "
            f"char *p = {n}(&key, a, {count}, {size}, by_first); TRUTH(p); if (p) I(*p), I((p - a) % {size});")
@call("lfind")
def _(r, n):
    size, count, items = elements(r)
    return (f"char a[128], key = {65 + r.below(7)}; size_t count = {count}; fill(a, {c_string(b''.join(items))}, 128); "
            f"place(a, {n}(&key, a, &count, {size}, by_first)); I(count);")
@call("lsearch")
def _(r, n):
    size, count, items = elements(r)
    return (f"char a[128], key[8] = {{{65 + r.below(7)}, 'k', 'e', 'y'}}; size_t count = {count}; "
            f"fill(a, {c_string(b''.join(items))}, 128); place(a, {n}(key, a, &count, {size}, by_first)); "
            f"I(count), bytes(a, 128);")
@call("reallocarray")
def _(r, n): return (f"char *p = malloc(3); p[0] = 'a'; char *q = {n}(p, {1 + r.below(5)}, {1 + r.below(9)}); I(q[0]), free(q); "
                     f"errno = 0; TRUTH({n}(NULL, SIZE_MAX / 2, 3)), E();")
@call("rand_r")
def _(r, n): return f"unsigned seed = {r.random.getrandbits(32)}u; for (int i = 0; i < 3; i++) I({n}(&seed)), I(seed);"


# Formats. A conversion with its argument, for a text in memory.

def conversion(r):
    flags = "".join(r.pick(*"-0+ #") for _ in range(r.below(3)))
    width = r.pick("", "", str(1 + r.below(12)))
    precision = r.pick("", "", ".", f".{r.below(12)}")
    kind = r.below(10)
    if kind < 6:
        length, kind_of, bits = r.pick(("", "int", 32), ("hh", "int", 32), ("h", "int", 32), ("l", "long", 64),
                                       ("ll", "long long", 64), ("z", "size_t", 64), ("j", "intmax_t", 64), ("t", "ptrdiff_t", 64))
        letter = r.pick(*"diouxX")
        if letter not in "oxX":
            flags = flags.replace("#", "")
        return f"%{flags}{width}{precision}{length}{letter}", f"({kind_of}){r.signed(bits)}"
    if kind < 7:
        return f"%{r.pick('', '-')}{width}c", f"'{r.pick(*'abz')}'"
    if kind < 9:
        return f"%{r.pick('', '-')}{width}{precision}s", r.string(12, b"abc")
    return r.pick(("%*d", f"{r.below(12) - 5}, {r.signed(32)}"), ("%.*s", f"{r.below(6) - 1}, {r.string(6, b'abc')}"),
                  ("%%", None), (f"%{width}p", "(void *)0"), (f"%-{width or 3}p", f"(void *){1 + r.below(1 << 40):#x}UL"))


def formatted(r, most=3, stream=False):
    """A format and its arguments, each with a comma before it. For a stream, no pointers: their length is open."""
    text, arguments = "", ""
    for _ in range(r.below(most + 1)):
        spec, argument = conversion(r)
        while stream and argument and argument.endswith("UL"):
            spec, argument = conversion(r)
        text += r.pick("", "x", "<", " ") + spec
        if argument is not None:
            arguments += f", {argument}"
    return c_string((text + r.pick("", "!")).encode()), arguments


@call("sprintf")
def _(r, n):
    text, arguments = formatted(r)
    return f"char a[200]; fill(a, \"\", 200); I({n}(a, {text}{arguments})); bytes(a, 80);"
@call("__sprintf_chk")
def _(r, n):
    text, arguments = formatted(r)
    return f"char a[200]; fill(a, \"\", 200); I({n}(a, 1, 200, {text}{arguments})); bytes(a, 80);"
@call("snprintf")
def _(r, n):
    text, arguments = formatted(r)
    return f"char a[200]; fill(a, \"\", 200); I({n}(a, {r.size(30)}, {text}{arguments})); bytes(a, 80);"
@call("__snprintf_chk")
def _(r, n):
    text, arguments = formatted(r)
    return f"char a[200]; fill(a, \"\", 200); I({n}(a, {r.size(30)}, 1, 200, {text}{arguments})); bytes(a, 80);"
@call("asprintf")
def _(r, n):
    text, arguments = formatted(r)
    return f"char *a = NULL; I({n}(&a, {text}{arguments})); TEXT(a); free(a);"
@call("__asprintf_chk")
def _(r, n):
    text, arguments = formatted(r)
    return f"char *a = NULL; I({n}(&a, 1, {text}{arguments})); TEXT(a); free(a);"
@call("vsprintf", "vsnprintf", "vasprintf", "__vsprintf_chk", "__vsnprintf_chk", "__vasprintf_chk",
      "vprintf", "vfprintf", "vdprintf", "__vprintf_chk", "__vfprintf_chk", "__vdprintf_chk")
def _(r, n):
    text, arguments = formatted(r, stream=n.strip("_")[:3] in ("vpr", "vfp", "vdp"))
    helper = next(helper for helper, inner in HELPERS.items() if inner == n)
    return f"char a[200]; fill(a, \"\", 200); I(list_call({helper}, a, {text}{arguments})); bytes(a, 80);"
@call("printf")
def _(r, n):
    text, arguments = formatted(r, stream=True)
    return f"int n = -1; I({n}({text[:-1]}%n\"{arguments}, &n)); I(n);"
@call("fprintf")
def _(r, n):
    text, arguments = formatted(r, stream=True)
    return f"I({n}(stdout, {text}{arguments}));"
@call("dprintf")
def _(r, n):
    text, arguments = formatted(r, stream=True)
    return f"I({n}(2, {text}{arguments}));"
@call("__printf_chk")
def _(r, n):
    text, arguments = formatted(r, stream=True)
    return f"I({n}(1, {text}{arguments}));"
@call("__fprintf_chk")
def _(r, n):
    text, arguments = formatted(r, stream=True)
    return f"I({n}(stdout, 1, {text}{arguments}));"
@call("__dprintf_chk")
def _(r, n):
    text, arguments = formatted(r, stream=True)
    return f"I({n}(2, 1, {text}{arguments}));"
@call("syslog")
def _(r, n):
    text, arguments = formatted(r, stream=True)
    return f"{n}(7, {text}{arguments}); I(1);"


SCANS = ["%d %d", "%d,%d", "%i %i %i", "%u", "%x %X", "%o%n", "%ld %lu", "%lld %llx", "%hd %hhd %hu", "%s %s", "%3s%n%s",
         "%c%c", "%3c", " %c %c", "%*d %d", "%*s%s", "%[a-c]%s", "%[^,],%d", "%4[0-9]%d", "%[]a]%s", "%[^]]]%n", "a%d",
         "a %d%%%d", "%2d%3d", "%5x", "%zu %jd", "%[a-]%s", "%d %%", "x", "", " ", "%i:%i", "%*c%s", "%1d%1d", "%p"]


def scan_text(r):
    text = r.text(16, r.pick(b"0123456789", b"12 -+,", b"abc ,]-1", b" \t1a%:", b"0xX1f "))
    # What is made of a prefix without digits is open.
    return re.sub(rb"0([xX])(?![0-9a-fA-F])", rb"1\1", text)


@call("sscanf", "__isoc99_sscanf", "__isoc23_sscanf", "vsscanf", "__isoc99_vsscanf")
def _(r, n):
    text, scan = scan_text(r), r.pick(*SCANS)
    # Numbers that do not fit are not defined.
    digits = 2 if "h" in scan else 16 if re.search("[lzjp]", scan) else 7
    text = re.sub(rb"([0-9a-fA-F]{%d})[0-9a-fA-F]+" % digits, rb"\1", text)
    # A width that ends inside a prefix is the same thing.
    while re.search(rb"[xX]", text) and re.search(r"%\d", scan):
        scan = r.pick(*SCANS)
    places = "a, a + 32, a + 64, a + 96"
    helper = next((helper for helper, inner in HELPERS.items() if inner == n), None)
    run = f"list_call({helper}, s, {c_string(scan.encode())}, {places})" if helper else f"{n}(s, {c_string(scan.encode())}, {places})"
    return f"char a[128], s[32]; fill(s, {c_string(text)}, 32), fill(a, \"\", 128); I({run}); bytes(a, 128);"


# Mathematics. errno is compared too.

def mathematics(form, names):
    for name in names.split():
        call(name)(form)


ONE = "fabs floor ceil trunc round rint nearbyint"
mathematics(lambda r, n: f"errno = 0; D({n}({r.double()})), E();", ONE + " sqrt")
mathematics(lambda r, n: f"errno = 0; F({n}({r.float()})), E();", " ".join(f"{x}f" for x in (ONE + " sqrt").split()))
mathematics(lambda r, n: f"errno = 0; L({n}({r.long_double()})), E();", " ".join(f"{x}l" for x in (ONE + " sqrt").split()))
mathematics(lambda r, n: f"errno = 0; D({n}({r.double()}, {r.double()})), E();", "copysign fmod fdim")
mathematics(lambda r, n: f"errno = 0; F({n}({r.float()}, {r.float()})), E();", "copysignf fmodf fdimf")
mathematics(lambda r, n: f"L({n}({r.long_double()}, {r.long_double()}));", "copysignl")
# Which of two zeros is given is open.
mathematics(lambda r, n: f"double x = {n}({r.double()}, {r.double()}); x == 0 ? I(0) : D(x);", "fmin fmax")
mathematics(lambda r, n: f"float x = {n}({r.float()}, {r.float()}); x == 0 ? I(0) : F(x);", "fminf fmaxf")
mathematics(lambda r, n: f"long double x = {n}({r.long_double()}, {r.long_double()}); x == 0 ? I(0) : L(x);", "fminl fmaxl")
mathematics(lambda r, n: f"D({n}({r.double()}, {r.double()}, {r.double()}));", "fma")
mathematics(lambda r, n: f"F({n}({r.float()}, {r.float()}, {r.float()}));", "fmaf")
mathematics(lambda r, n: f"double w; D({n}({r.double()}, &w)), D(w);", "modf")
mathematics(lambda r, n: f"float w; F({n}({r.float()}, &w)), F(w);", "modff")
# What does not fit is open.
mathematics(lambda r, n: f"double x = {r.double()}; long long y = {n}(x); I(fabs(x) < 9e18 ? y : 0);", "lround llround lrint llrint")
mathematics(lambda r, n: f"float x = {r.float()}; long long y = {n}(x); I(fabsf(x) < 9e18f ? y : 0);", "lroundf llroundf lrintf llrintf")
mathematics(lambda r, n: f"errno = 0; D({n}({r.double()}, {r.pick(r.below(2200) - 1100, r.below(40) - 20, r.signed(32))})), E();",
            "ldexp scalbn scalbln")
mathematics(lambda r, n: f"errno = 0; F({n}({r.float()}, {r.pick(r.below(400) - 200, r.below(40) - 20, r.signed(32))})), E();",
            "ldexpf scalbnf scalblnf")
# Of a number that is none or infinite, the exponent is open.
mathematics(lambda r, n: f"int e = 0; double x = {r.double()}; D({n}(x, &e)); if (isfinite(x)) I(e);", "frexp")
mathematics(lambda r, n: f"int e = 0; float x = {r.float()}; F({n}(x, &e)); if (isfinite(x)) I(e);", "frexpf")
mathematics(lambda r, n: f"D({n}(\"\"));", "nan")
mathematics(lambda r, n: f"F({n}(\"\"));", "nanf")
mathematics(lambda r, n: f"TRUTH(({n})({r.double()}));", "isnan finite __isnan __finite __signbit")
mathematics(lambda r, n: f"TRUTH(({n})({r.float()}));", "isnanf finitef __isnanf __finitef __signbitf")
mathematics(lambda r, n: f"TRUTH(({n})({r.long_double()}));", "isnanl finitel __isnanl __finitel __signbitl")
mathematics(lambda r, n: f"I(({n})({r.double()}));", "isinf __isinf __fpclassify")
mathematics(lambda r, n: f"I(({n})({r.float()}));", "isinff __isinff __fpclassifyf")
mathematics(lambda r, n: f"I(({n})({r.long_double()}));", "isinfl __isinfl __fpclassifyl")
mathematics(lambda r, n: f"I({n}());", "fegetround")
mathematics(lambda r, n: f"I({n}(0));", "fesetround")


# Dates.

FIELDS = ["sec", "min", "hour", "mday", "mon", "year", "wday", "yday", "isdst"]
SHOW = "".join(f"I(tm.tm_{field}), " for field in FIELDS)


def time_of(r):
    return r.pick(r.below(1 << 33), -r.below(1 << 33), r.signed(50), r.signed(58), 0, -1, 951782400 + r.below(90000),
                  68169600 + r.below(3 * 86400), 253402300799 + r.below(3))


def date_of(r):
    """A date that is one, of 4 digits."""
    return f"struct tm tm; time_t t = {r.pick(r.below(1 << 37), -r.below(1 << 35), 951782400 + r.below(9000000))}; gmtime_r(&t, &tm); "


@call("gmtime")
def _(r, n): return (f"time_t t = {time_of(r)}; errno = 0; struct tm *p = {n}(&t), tm; TRUTH(p); "
                     f"if (p) {{ tm = *p; {SHOW}I(tm.tm_gmtoff); TEXT(tm.tm_zone); }} E();")
@call("gmtime_r")
def _(r, n): return f"struct tm tm; time_t t = {time_of(r)}; if ({n}(&t, &tm)) {{ {SHOW}I(tm.tm_gmtoff); TEXT(tm.tm_zone); }} else I(0);"
@call("timegm")
def _(r, n):
    fields = ", ".join(f".tm_{field} = {r.pick(r.below(40), r.below(4000) - 2000, r.signed(20))}" for field in FIELDS[:6])
    return f"struct tm tm = {{{fields}}}; I({n}(&tm)); {SHOW}I(0);"
@call("asctime")
def _(r, n): return date_of(r) + f"TEXT({n}(&tm));"
@call("asctime_r")
def _(r, n): return date_of(r) + f"char a[40]; fill(a, \"\", 40); {n}(&tm, a); bytes(a, 40);"
@call("strftime")
def _(r, n):
    text = "".join(r.pick("x", "-", "%" + r.pick(*"aAbBcCdDeFgGhHIjklmMnpPrRStTuUVwWxXyYzZ%"), "%E" + r.pick(*"cCxXyY"),
                          "%O" + r.pick(*"deHImMSuUVwWy")) for _ in range(r.below(5)))
    # What is in a target that is too small is open, and so is how many digits the centuries before the tenth have.
    early = "if (tm.tm_year < -900) tm.tm_year = -900; " if "C" in text else ""
    return date_of(r) + early + (f"char a[80]; fill(a, \"\", 80); size_t n = {n}(a, {r.pick(80, 60, r.size(20))}, "
                         f"{c_string(text.encode())}, &tm); I(n); if (n) bytes(a, 80);")
@call("difftime")
def _(r, n): return f"D({n}({r.signed(64)}, {r.signed(64)}));"
@call("localtime")
def _(r, n): return f"time_t t = {r.below(1 << 33)}; struct tm *p = {n}(&t), tm = *p; LAW(mktime(&tm) == t); LAW(timegm(p) == t + tm.tm_gmtoff);"
@call("localtime_r")
def _(r, n): return (f"struct tm x, y; time_t t = {r.below(1 << 33)}; {n}(&t, &x), {n}(&t, &y); LAW(x.tm_sec == y.tm_sec && x.tm_hour == y.tm_hour && "
                     f"x.tm_mday == y.tm_mday && x.tm_isdst == y.tm_isdst && x.tm_gmtoff == y.tm_gmtoff); LAW(strlen(x.tm_zone) >= 3);")
@call("mktime")
def _(r, n): return (f"struct tm x = {{.tm_year = {r.below(130) + 1}, .tm_mon = {r.below(30)}, .tm_mday = {r.below(60)}, .tm_isdst = -1}}; time_t t = {n}(&x); "
                     f"LAW(x.tm_mon >= 0 && x.tm_mon < 12 && x.tm_mday >= 1 && x.tm_mday <= 31 - (x.tm_mon == 1) * 2); struct tm *p = localtime(&t); "
                     f"LAW(p->tm_mday == x.tm_mday && p->tm_hour == x.tm_hour && p->tm_wday == x.tm_wday);")
@call("ctime")
def _(r, n): return f"time_t t = {r.below(1 << 33)}; char a[40]; strcpy(a, {n}(&t)); LAW(strlen(a) == 25); LAW(!strcmp(a, asctime(localtime(&t))));"
@call("ctime_r")
def _(r, n): return f"time_t t = {r.below(1 << 33)}; char a[40]; {n}(&t, a); LAW(strlen(a) == 25); LAW(!strcmp(a, asctime(localtime(&t))));"
@call("time")
def _(r, n): return f"time_t t, u = {n}(&t); LAW(t == u); LAW({n}(NULL) >= 0);"
@call("clock")
def _(r, n): return f"clock_t a = {n}(), b = {n}(); LAW(a >= 0 && b >= a);"
@call("gettimeofday")
def _(r, n): return f"struct timeval v; LAW({n}(&v, NULL) == 0 && v.tv_sec >= 0 && v.tv_usec >= 0 && v.tv_usec < 1000000);"
@call("clock_gettime")
def _(r, n): return f"struct timespec v; LAW({n}({r.pick(0, 1)}, &v) == 0 && v.tv_nsec >= 0 && v.tv_nsec < 1000000000); errno = 0; I({n}(99, &v)), E();"
@call("timespec_get")
def _(r, n): return f"struct timespec v; I({n}(&v, 1)), I({n}(&v, 0)); LAW(v.tv_nsec >= 0 && v.tv_nsec < 1000000000);"
@call("tzset")
def _(r, n): return f"{n}(); I(1);"
@call("sleep", "usleep")
def _(r, n): return f"I({n}(0));"
@call("nanosleep")
def _(r, n): return f"struct timespec v = {{0, {r.below(3)}}}; I({n}(&v, NULL));"


# Locale, random numbers, the environment.

@call("setlocale")
def _(r, n):
    if r.below(2):
        return f"TEXT({n}(LC_ALL, {r.pick('NULL', c_string(b'C'), c_string(b'POSIX'))}));"
    return (f"char *p = {n}({r.pick('LC_ALL', 'LC_CTYPE')}, {r.pick(c_string(b''), c_string(b'no such locale'))}); "
            f"LAW(!p || *p || 1); LAW(isalpha('x') && (islower)('x') && !(isdigit)(200)); TEXT({n}(LC_ALL, \"C\")); "
            "LAW(!isalpha(200) && !(isalpha)(200));")
@call("malloc_usable_size")
def _(r, n): return f"size_t size = {r.below(100)}; void *p = malloc(size); LAW(!p || {n}(p) >= size); I({n}(NULL)); free(p);"
@call("gettext")
def _(r, n): return f"TEXT({n}({r.string(6, b'abc')}));"
@call("textdomain")
def _(r, n): return "LAW(textdomain(\"abc\") && 1);"
@call("bindtextdomain")
def _(r, n): return f"char a[] = \"/tmp\"; TEXT({n}(\"abc\", a));"
@call("rand", "random")
def _(r, n): return f"long x = {n}(); LAW(x >= 0 && x <= RAND_MAX);"
@call("srand", "srandom")
def _(r, n):
    other = "rand" if n == "srand" else "random"
    seed = r.below(3) + 1
    return (f"{n}({seed}); long x = {other}(), y = {other}(); {n}({r.below(3) + 1}); {other}(); {n}({seed}); "
            f"LAW({other}() == x); LAW({other}() == y);")
@call("arc4random")
def _(r, n): return f"LAW({n}() <= UINT32_MAX);"
@call("getenv", "secure_getenv")
def _(r, n):
    name = c_string(r.pick(b"HOME", b"PATH", b"NO_SUCH", b"LANG"))
    return f"char *p = {n}({name}), *q = {n}({name}); LAW(p == q); LAW(!p || strlen(p) < 131072);"
@call("system")
def _(r, n): return f"I(1); (void){n}(\"true\");"
@call("atexit")
def _(r, n): return "I(0);"
@call("umask")
def _(r, n): return f"unsigned before = {n}({r.below(512)}), mask = {r.below(512)}; LAW(before < 512); {n}(mask); LAW({n}(before) == mask);"


# Errors, identities.

@call("__errno_location")
def _(r, n): return f"*{n}() = {r.below(100)}; I(errno);"
@call("getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getpagesize")
def _(r, n): return f"LAW({n}() == {n}()); LAW((long){n}() >= 0);"
@call("sysconf")
def _(r, n):
    return (f"LAW({n}(_SC_PAGESIZE) == getpagesize()); LAW({n}(_SC_NPROCESSORS_ONLN) > 0); "
            f"LAW({n}(_SC_OPEN_MAX) == {n}(_SC_OPEN_MAX));")
@call("htons", "ntohs")
def _(r, n): return f"I((uint16_t){n}({r.below(65536)}));"
@call("htonl", "ntohl")
def _(r, n): return f"I({n}({r.below(1 << 32)}u));"
@call("inet_addr")
def _(r, n): return f"(void){n}(\"1.2.3.4\"); I(1);"


# Descriptors: what comes is any, where it goes is not.

@call("read")
def _(r, n):
    size = r.size(30)
    return f"char a[40]; fill(a, \"\", 40); ssize_t done = {n}(99, a, {size}); LAW(done >= -1 && done <= {size}); bytes(a + {size}, 40 - {size});"
@call("__read_chk")
def _(r, n):
    size = r.size(30)
    return f"char a[40]; fill(a, \"\", 40); ssize_t done = {n}(99, a, {size}, 40); LAW(done >= -1 && done <= {size}); bytes(a + {size}, 40 - {size});"
@call("pread")
def _(r, n):
    size = r.size(30)
    return f"char a[40]; fill(a, \"\", 40); ssize_t done = {n}(99, a, {size}, 0); LAW(done >= -1 && done <= {size}); bytes(a + {size}, 40 - {size});"
@call("recv")
def _(r, n): return f"char a[40]; fill(a, \"\", 40); ssize_t done = {n}(99, a, 20, 0); LAW(done >= -1 && done <= 20); bytes(a + 20, 20);"
@call("__recv_chk")
def _(r, n): return f"char a[40]; fill(a, \"\", 40); extern ssize_t {n}(int, void *, size_t, size_t, int); ssize_t done = {n}(99, a, 20, 40, 0); LAW(done >= -1 && done <= 20); bytes(a + 20, 20);"
@call("pwrite")
def _(r, n): return f"char a[40] = \"x\"; ssize_t done = {n}(99, a, 20, 0); LAW(done >= -1 && done <= 20);"
@call("send")
def _(r, n): return f"char a[40] = \"x\"; ssize_t done = {n}(99, a, 20, MSG_NOSIGNAL); LAW(done >= -1 && done <= 20);"
@call("open", "open64", "__open_2")
def _(r, n): return f"int x = {n}(\"no such/file\", O_RDONLY); LAW(x >= -1 && x < 1 << 20);"
@call("creat")
def _(r, n): return f"int x = {n}(\"no such/file\", 0600); LAW(x >= -1 && x < 1 << 20);"
@call("close", "fsync", "listen")
def _(r, n): return f"int x = {n}(99{', 1' if n == 'listen' else ''}); LAW(x == 0 || x == -1);"
@call("ftruncate")
def _(r, n): return f"int x = {n}(99, 0); LAW(x == 0 || x == -1);"
@call("shutdown")
def _(r, n): return f"int x = {n}(99, 0); LAW(x == 0 || x == -1);"
@call("dup")
def _(r, n): return f"int x = {n}(99); LAW(x >= -1 && x < 1 << 20);"
@call("dup2")
def _(r, n): return f"int x = {n}(99, 98); LAW(x == -1 || x == 98); I({n}(0, -1));"
@call("pipe")
def _(r, n): return "int e[2] = {-7, -7}, x = pipe(e); LAW(x == -1 ? e[0] == -7 : e[0] >= 0 && e[1] >= 0); if (!x) close(e[0]), close(e[1]);"
@call("lseek", "lseek64")
def _(r, n): return f"LAW({n}(99, 0, SEEK_SET) >= -1);"
@call("isatty")
def _(r, n): return f"int x = {n}(99); LAW(x == 0 || x == 1);"
@call("access")
def _(r, n): return f"int x = {n}(\"no such/file\", R_OK); LAW(x == 0 || x == -1);"
@call("unlink", "rmdir", "chdir", "remove")
def _(r, n): return f"int x = {n}(\"no such/file\"); LAW(x == 0 || x == -1);"
@call("mkdir", "chmod")
def _(r, n): return f"int x = {n}(\"no such/file\", 0700); LAW(x == 0 || x == -1);"
@call("rename")
def _(r, n): return f"int x = {n}(\"no such/file\", \"no such/other\"); LAW(x == 0 || x == -1);"
@call("getcwd")
def _(r, n): return f"char a[300]; fill(a, \"\", 300); char *p = {n}(a, 200); LAW(!p || (p == a && a[0] == '/' && strlen(a) < 200)); bytes(a + 200, 100); errno = 0; TRUTH({n}(a, 0)), E();"
@call("gethostname")
def _(r, n): return f"char a[300]; fill(a, \"\", 300); int x = {n}(a, 200); LAW(x ? x == -1 : strlen(a) < 200); bytes(a + 200, 100);"
@call("getrandom")
def _(r, n): return f"char a[40]; fill(a, \"\", 40); ssize_t x = {n}(a, 20, 0); LAW(x >= -1 && x <= 20); bytes(a + 20, 20);"
@call("getentropy")
def _(r, n): return f"char a[40]; fill(a, \"\", 40); int x = {n}(a, 20); LAW(x == 0 || x == -1); bytes(a + 20, 20); I({n}(a, 257));"
@call("socket")
def _(r, n): return f"int x = {n}(AF_UNIX, SOCK_STREAM, 0); LAW(x >= -1); if (x >= 0) close(x);"
@call("bind", "connect")
def _(r, n): return f"struct sockaddr a = {{0}}; int x = {n}(99, &a, sizeof a); LAW(x == 0 || x == -1);"
@call("accept")
def _(r, n): return f"LAW({n}(99, NULL, NULL) >= -1);"
@call("setsockopt")
def _(r, n): return f"int a = 1, x = {n}(99, SOL_SOCKET, SO_REUSEADDR, &a, sizeof a); LAW(x == 0 || x == -1);"


# Streams.

@call("fopen", "fopen64")
def _(r, n): return f"errno = 0; FILE *f = {n}(\"input\", \"{r.pick('r', 'rb', 'r+', 'q')}\"); LAW(f || errno); if (f) fclose(f);"
@call("fdopen")
def _(r, n): return f"errno = 0; FILE *f = {n}(99, \"r\"); LAW(f || errno); if (f) fclose(f);"
@call("popen")
def _(r, n): return f"FILE *f = {n}(\"true\", \"r\"); if (f) pclose(f); I(1);"
@call("pclose")
def _(r, n): return f"FILE *f = popen(\"true\", \"r\"); if (f) LAW({n}(f) >= -1); else I(1);"
@call("tmpfile")
def _(r, n): return f"FILE *f = {n}(); if (f) {{ LAW(fputc('a', f) == 'a'); fclose(f); }} else I(1);"
@call("freopen")
def _(r, n): return f"FILE *f = reading(); FILE *g = {n}(\"input\", \"r\", f); LAW(!g || g == f); if (g) fclose(g);"
@call("fclose")
def _(r, n): return f"I({n}(writing()));"
@call("fflush")
def _(r, n): return f"I({n}({r.pick('NULL', 'stdout', 'stderr')}));"
@call("feof", "feof_unlocked")
def _(r, n): return f"FILE *f = reading(); LAW(!{n}(f)); while (fgetc(f) != EOF) ; LAW({n}(f) || ferror(f)); clearerr(f); LAW(!{n}(f)); fclose(f);"
@call("ferror", "ferror_unlocked")
def _(r, n): return f"FILE *f = reading(); LAW(!{n}(f)); LAW(fputc('x', f) == EOF); LAW({n}(f)); fclose(f);"
@call("clearerr")
def _(r, n): return f"FILE *f = reading(); fputc('x', f); {n}(f); LAW(!ferror(f) && !feof(f)); fclose(f);"
@call("fileno")
def _(r, n): return f"I({n}(stdin)), I({n}(stdout)), I({n}(stderr));"
@call("setvbuf")
def _(r, n): return f"FILE *f = writing(); I({n}(f, NULL, _IOFBF, 100)); fclose(f);"
@call("setbuf")
def _(r, n): return f"FILE *f = writing(); {n}(f, NULL); I(fputc('a', f)); fclose(f);"
@call("setlinebuf")
def _(r, n): return f"FILE *f = writing(); {n}(f); I(fputc('a', f)); fclose(f);"
@call("fseek", "fseeko", "fseeko64")
def _(r, n): return f"FILE *f = reading(); int x = {n}(f, 0, SEEK_SET); LAW(x == 0 || x == -1); fclose(f);"
@call("rewind")
def _(r, n): return f"FILE *f = reading(); fputc('x', f); {n}(f); LAW(!ferror(f)); fclose(f);"
@call("ftell", "ftello", "ftello64")
def _(r, n): return f"FILE *f = reading(); LAW({n}(f) >= -1); fclose(f);"
@call("perror")
def _(r, n): return f"{n}({r.pick('NULL', c_string(b'abc'))}); I(1);"
@call("fgetc", "getc", "_IO_getc", "getc_unlocked", "fgetc_unlocked")
def _(r, n): return (f"FILE *f = reading(); int c = {n}(f); LAW(c >= -1 && c < 256); LAW(c >= 0 || feof(f) || ferror(f)); "
                     f"ungetc({65 + r.below(20)}, f); I({n}(f)); fclose(f);")
@call("getchar", "getchar_unlocked")
def _(r, n): return f"int c = {n}(); LAW(c >= -1 && c < 256); ungetc({65 + r.below(20)}, stdin); I({n}());"
@call("ungetc")
def _(r, n): return (f"FILE *f = reading(); I({n}({r.below(256)}, f)), I({n}(EOF, f)); char a[4] = \"###\"; size_t done = fread(a, 1, 3, f); "
                     f"LAW(done >= 1); bytes(a, 1); fclose(f);")
@call("fgets", "fgets_unlocked")
def _(r, n):
    size = r.size(12)
    return (f"char a[20]; fill(a, \"\", 20); FILE *f = reading(); char *p = {n}(a, {size}, f); "
            f"LAW(!p || (p == a && strlen(a) < {max(size, 1)} && is_line(a, strlen(a), '\\n'))); bytes(a + {size}, 20 - {size}); fclose(f);")
@call("__fgets_chk")
def _(r, n):
    size = r.size(12)
    return (f"char a[20]; fill(a, \"\", 20); FILE *f = reading(); char *p = {n}(a, 20, {size}, f); "
            f"LAW(!p || (p == a && strlen(a) < {max(size, 1)} && is_line(a, strlen(a), '\\n'))); bytes(a + {size}, 20 - {size}); fclose(f);")
@call("getline")
def _(r, n): return (f"char *p = NULL; size_t size = 0; FILE *f = reading(); ssize_t done = {n}(&p, &size, f); "
                     f"LAW(done < 0 || (done > 0 && (size_t)done < size && p[done] == 0 && is_line(p, done, '\\n'))); free(p), fclose(f);")
@call("getdelim", "__getdelim")
def _(r, n): return (f"char *p = NULL; size_t size = 0; FILE *f = reading(); ssize_t done = {n}(&p, &size, 'e', f); "
                     f"LAW(done < 0 || (done > 0 && (size_t)done < size && p[done] == 0 && is_line(p, done, 'e'))); free(p), fclose(f);")
@call("fread", "fread_unlocked", "__fread_chk")
def _(r, n):
    size, count = 1 + r.below(4), r.below(5)
    room = ", 40" if n == "__fread_chk" else ""
    return (f"char a[40]; fill(a, \"\", 40); FILE *f = reading(); ungetc('q', f); size_t done = {n}(a{room}, {size}, {count}, f); LAW(done <= {count}); "
            f"LAW(done == {count} || feof(f) || ferror(f)); if ({count}) LAW(a[0] == 'q'); bytes(a + {size * count}, 20); fclose(f);")
@call("fwrite", "fwrite_unlocked")
def _(r, n): return f"char a[40]; fill(a, \"\", 40); FILE *f = writing(); I({n}(a, {r.below(4)}, {r.below(5)}, f)); fclose(f); f = reading(); I({n}(a, 1, 2, f)); fclose(f);"
@call("fputc", "putc", "_IO_putc", "putc_unlocked", "fputc_unlocked")
def _(r, n): return f"FILE *f = writing(); I({n}({r.below(400) - 2}, f)); fclose(f); f = reading(); I({n}('x', f)); fclose(f);"
@call("putchar", "putchar_unlocked")
def _(r, n): return f"I({n}({r.below(400) - 2}));"
@call("fputs", "fputs_unlocked")
def _(r, n): return f"FILE *f = writing(); LAW({n}({r.string(6, b'abc')}, f) >= 0); fclose(f); f = reading(); I({n}(\"x\", f)); fclose(f);"
@call("puts")
def _(r, n): return f"LAW({n}({r.string(6, b'abc')}) >= 0);"
@call("fscanf", "__isoc99_fscanf")
def _(r, n): return (f"FILE *f = reading(); int x = 7; char s[9] = \"########\", c = '#'; int done = {n}(f, \"%1d%5s%c\", &x, s, &c); LAW(done >= -1 && done <= 3); "
                     f"LAW(done < 1 ? x == 7 : x >= 0 && x <= 9); LAW(done < 2 ? s[0] == '#' : strlen(s) >= 1 && strlen(s) <= 5); LAW(done == 3 || c == '#'); "
                     f"fclose(f); f = reading(); ungetc('z', f); I({n}(f, \"%c\", &c)), I(c); ungetc('z', f); I({n}(f, \"%d\", &x)), I(fgetc(f)); fclose(f);")
@call("scanf", "__isoc99_scanf")
def _(r, n): return f"int x = 7, y = 7, done = {n}(\"%2d %3x\", &x, &y); LAW(done >= -1 && done <= 2); LAW(x >= -9 && x <= 99); LAW(y >= -0xff && y <= 0xfff);"
@call("stdin", "stdout", "stderr")
def _(r, n): return f"LAW({n} != NULL && !ferror({n}) | 1);"


# Threads: of one.

@call("pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_mutex_destroy")
def _(r, n): return "pthread_mutex_t m; I(pthread_mutex_init(&m, NULL)), I(pthread_mutex_lock(&m)), I(pthread_mutex_unlock(&m)), I(pthread_mutex_destroy(&m));"
@call("pthread_mutex_trylock")
def _(r, n): return "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; I(pthread_mutex_trylock(&m)), I(pthread_mutex_unlock(&m));"
@call("pthread_rwlock_init", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_unlock", "pthread_rwlock_destroy")
def _(r, n): return ("pthread_rwlock_t m; I(pthread_rwlock_init(&m, NULL)), I(pthread_rwlock_rdlock(&m)), I(pthread_rwlock_rdlock(&m)), I(pthread_rwlock_unlock(&m)), "
                     "I(pthread_rwlock_unlock(&m)), I(pthread_rwlock_wrlock(&m)), I(pthread_rwlock_unlock(&m)), I(pthread_rwlock_destroy(&m));")
@call("pthread_spin_init", "pthread_spin_lock", "pthread_spin_trylock", "pthread_spin_unlock", "pthread_spin_destroy")
def _(r, n): return ("pthread_spinlock_t m; I(pthread_spin_init(&m, 0)), I(pthread_spin_lock(&m)), I(pthread_spin_unlock(&m)), I(pthread_spin_trylock(&m)), "
                     "I(pthread_spin_unlock(&m)), I(pthread_spin_destroy(&m));")
@call("pthread_cond_init", "pthread_cond_signal", "pthread_cond_broadcast", "pthread_cond_destroy")
def _(r, n): return "pthread_cond_t c; I(pthread_cond_init(&c, NULL)), I(pthread_cond_signal(&c)), I(pthread_cond_broadcast(&c)), I(pthread_cond_destroy(&c));"
@call("pthread_mutexattr_init", "pthread_mutexattr_settype", "pthread_mutexattr_setpshared", "pthread_mutexattr_destroy")
def _(r, n): return "pthread_mutexattr_t a; I(pthread_mutexattr_init(&a)), I(pthread_mutexattr_settype(&a, 0)), I(pthread_mutexattr_setpshared(&a, 0)), I(pthread_mutexattr_destroy(&a));"
@call("pthread_condattr_init", "pthread_condattr_destroy")
def _(r, n): return "pthread_condattr_t a; I(pthread_condattr_init(&a)), I(pthread_condattr_destroy(&a));"
@call("pthread_attr_init", "pthread_attr_setdetachstate", "pthread_attr_destroy")
def _(r, n): return "pthread_attr_t a; I(pthread_attr_init(&a)), I(pthread_attr_setdetachstate(&a, 0)), I(pthread_attr_destroy(&a));"
@call("pthread_self", "pthread_equal")
def _(r, n): return "TRUTH(pthread_equal(pthread_self(), pthread_self()));"
@call("sched_yield")
def _(r, n): return f"I({n}());"


# No call of these tells anything here, and why.
LEFT_OUT = {
    "__cxa_allocate_exception": "compiled code calls it, and throws then",
    "__cxa_free_exception": "compiled code calls it where a throw fails",
    "write": "the programs print with it",
    "_exit": "it ends the program",
    "__errno": "of another system", "__error": "of another system",
    "__stdinp": "of another system", "__stdoutp": "of another system", "__stderrp": "of another system",
    "gets": "the linker warns of it, and no header declares it",
    "vscanf": "as scanf", "vfscanf": "as fscanf", "__isoc99_vscanf": "as scanf", "__isoc99_vfscanf": "as fscanf",
    "__isoc23_scanf": "as scanf", "__isoc23_vscanf": "as scanf", "__isoc23_fscanf": "as fscanf",
    "__isoc23_vfscanf": "as fscanf", "__isoc23_vsscanf": "as sscanf",
    "__cxa_atexit": "of C++", "__cxa_guard_acquire": "of C++", "__cxa_guard_release": "of C++",
    "__cxa_guard_abort": "of C++", "__libc_single_threaded": "of C++",
    "__fathom_ranges_apart": "of Rust", "__fathom_hasher_reset": "of Rust", "__fathom_hasher_write": "of Rust",
    "__fathom_hasher_finish": "of Rust",
}

# These may meet what is not modelled, whatever their arguments are: they come last, and may end the program.
MAY_STOP = {"getline", "getdelim", "__getdelim"}

# Some remember only so much, and say so beyond: a program has no more calls of these.
AT_MOST = {name: 1 for name in ("localtime", "localtime_r", "mktime", "ctime", "ctime_r")}


def modelled(root):
    """The functions and objects that models define, by reading their sections."""
    names = []
    for file in sorted((root / "crates/frontend/src/models").glob("*.c")):
        for line in file.read_text().splitlines():
            if line.startswith("//@ "):
                name = line[4:].split(" : ")[0].strip()
                if not name.startswith("fathom_"):
                    names.append(name)
    return names


def program(seed, names, count):
    """A program with `count` calls of each function."""
    r, calls = Draw(seed), []
    for name in names:
        for _ in range(min(count, AT_MOST.get(name, count))):
            calls.append((name, CALLS[name](r, name)))
    r.random.shuffle(calls)
    calls.sort(key=lambda made: made[0] in MAY_STOP)
    text = [HEADERS, PROTOTYPES]
    for number, (name, code) in enumerate(calls):
        text.append(f"static void call_{number}(void) {{ text_out(\"\\n{number} {name}\"); {code} byte_out('\\n'); flush_line(); }}\n")
    text.append("int main(void) {\n" + "".join(f"    call_{number}();\n" for number in range(len(calls))) + "    return 0;\n}\n")
    return "".join(text), calls


def lines(output):
    """The lines that a program printed, by the number of their call."""
    found = {}
    for line in output.decode(errors="replace").split("\n"):
        match = re.search(r"(\d+) (\w+)(( [0-9a-zA-Z].*)?)$", line)
        if match and match.group(2) in CALLS:
            found[int(match.group(1))] = match.group(3)
    return found


class Comparison:
    def __init__(self, options, names):
        self.options, self.names = options, names

    def run(self, number):
        """Compares program `number`: how many calls of each function, and what differs."""
        options, seed = self.options, f"{self.options.seed}-{number}"
        text, calls = program(seed, self.names, options.batch)
        with tempfile.TemporaryDirectory() as directory:
            directory = pathlib.Path(directory)
            source, binary = directory / "calls.c", directory / "calls"
            source.write_text(text)
            (directory / "input").write_bytes(b"5 words here\n-17 0x1f,next line\nend")
            build = [options.cc, "-std=gnu17", "-O0", "-w", "-fno-builtin", "-o", binary, source, "-lm", "-lpthread"]
            subprocess.run(build, check=True, cwd=directory)
            environment = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
            native = self.execute([binary], directory, environment)
            command = [options.fathom, "run", source, "--cflags=-fno-builtin -w", "--std=gnu17", f"--seed={number}",
                       "--no-check=memory-leak", "--models=" + ",".join(self.names + ["__errno_location"])]
            ours = self.execute(command, directory, environment)
            counts, differences = collections.Counter(), []
            theirs, here = lines(native.stdout), lines(ours.stdout)
            for at, (name, code) in enumerate(calls):
                if here.get(at) is None and name in MAY_STOP and b"unknown[unmodelled]" in ours.stderr:
                    break
                counts[name] += 1
                if theirs.get(at) != here.get(at):
                    differences.append((name, code, theirs.get(at), here.get(at)))
                    if here.get(at) is None:
                        # Nothing comes after the first that is missing.
                        break
            if ours.returncode not in (0, 2) and not differences:
                differences.append(("main", "", "0", str(ours.returncode)))
            note = ours.stderr.decode(errors="replace") if differences else ""
            if differences and options.keep:
                shutil.copy(source, pathlib.Path(options.keep) / f"calls-{seed}.c")
            return counts, differences, note

    def execute(self, command, directory, environment):
        return subprocess.run(command, cwd=directory, env=environment, stdin=open(directory / "input", "rb"),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=self.options.time_limit)


def available(names, options):
    """Those that the C library of this machine has."""
    def links(some):
        with tempfile.TemporaryDirectory() as directory:
            source = pathlib.Path(directory) / "names.c"
            source.write_text("".join(f"extern char {name}[];\n" for name in some) +
                              "char *all[] = {" + ", ".join(some) + ", 0};\nint main(void) { return !all[0]; }\n")
            build = [options.cc, "-w", "-fno-builtin", "-o", source.with_suffix(""), source, "-lm", "-lpthread"]
            return subprocess.run(build, stderr=subprocess.DEVNULL).returncode == 0

    if links(names):
        return names
    if len(names) == 1:
        return []
    half = len(names) // 2
    return available(names[:half], options) + available(names[half:], options)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=100, help="how many calls of each function (default: 100)")
    parser.add_argument("--fathom", default="target/release/fathom", help="the fathom binary")
    parser.add_argument("--cc", default="cc", help="the compiler for the native side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=10, help="calls of each function in a program (default: 10)")
    parser.add_argument("--only", help="names of functions, separated by commas")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--time-limit", type=float, default=300, metavar="SECONDS", help="for a program")
    parser.add_argument("--keep", metavar="DIR", help="where programs go that differ")
    parser.add_argument("--list", action="store_true", help="print calls and differences of every function")
    return parser.parse_args()


def main():
    options = arguments()
    options.fathom = os.path.abspath(options.fathom)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    root = pathlib.Path(__file__).resolve().parent.parent
    every = modelled(root)
    unknown = [name for name in every if name not in CALLS and name not in LEFT_OUT and not name.startswith("_Z")]
    if unknown:
        sys.exit("no calls are made of: " + " ".join(unknown))
    wanted = [name for name in every if name in CALLS]
    if options.only:
        wanted = options.only.split(",")
    names = available(wanted, options)
    absent = [name for name in wanted if name not in names]
    counts, differences = collections.Counter(), collections.defaultdict(list)
    programs = -(-options.count // options.batch)
    comparison = Comparison(options, names)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, (made, found, note) in enumerate(pool.map(comparison.run, range(programs))):
            counts.update(made)
            for name, code, native, ours in found:
                differences[name].append((code, native, ours))
                if len(differences[name]) <= 3:
                    print(f"program {number}: {name}\n  {code}\n  native:{native}\n  models:{ours}")
            if note:
                print("  " + "\n  ".join(note.strip().split("\n")[-12:]))
    if options.list:
        for name in names:
            print(f"{name:<32} {counts[name]:>8} calls {len(differences[name]):>6} differences")
    if absent:
        print("not in the C library of this machine: " + " ".join(absent))
    total = sum(len(found) for found in differences.values())
    print(f"{len(names)} functions, {sum(counts.values())} calls ({min(counts.values(), default=0)} to "
          f"{max(counts.values(), default=0)} of each), {total} differences")
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()
