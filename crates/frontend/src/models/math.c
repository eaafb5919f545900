// <math.h>: functions whose result is exact, and defined by IEEE 754
//
// Rounding is to nearest, ties to even. Exceptions are not kept; `errno` is set as glibc does. Results that
// the standard leaves open are any: of a number that does not fit `long`, of the exponent of an infinity.
//
// Left out: sin, cos, exp, log, pow and all that libraries round differently.

//@ fathom_unary
#define UNARY(name) \
    double name(double x) { return __builtin_##name(x); }
#define UNARY_F(name) \
    float name##f(float x) { return __builtin_##name##f(x); }
#define UNARY_L(name) \
    long double name##l(long double x) { return __builtin_##name##l(x); }
#define BINARY(name) \
    double name(double x, double y) { return __builtin_##name(x, y); }
#define BINARY_F(name) \
    float name##f(float x, float y) { return __builtin_##name##f(x, y); }
#define BINARY_L(name) \
    long double name##l(long double x, long double y) { return __builtin_##name##l(x, y); }

//@ fabs : fathom_unary
UNARY(fabs)

//@ fabsf : fathom_unary
UNARY_F(fabs)

//@ fabsl : fathom_unary
UNARY_L(fabs)

//@ floor : fathom_unary
UNARY(floor)

//@ floorf : fathom_unary
UNARY_F(floor)

//@ floorl : fathom_unary
UNARY_L(floor)

//@ ceil : fathom_unary
UNARY(ceil)

//@ ceilf : fathom_unary
UNARY_F(ceil)

//@ ceill : fathom_unary
UNARY_L(ceil)

//@ trunc : fathom_unary
UNARY(trunc)

//@ truncf : fathom_unary
UNARY_F(trunc)

//@ truncl : fathom_unary
UNARY_L(trunc)

//@ round : fathom_unary
UNARY(round)

//@ roundf : fathom_unary
UNARY_F(round)

//@ roundl : fathom_unary
UNARY_L(round)

//@ rint : fathom_unary
UNARY(rint)

//@ rintf : fathom_unary
UNARY_F(rint)

//@ rintl : fathom_unary
UNARY_L(rint)

//@ nearbyint : fathom_unary
UNARY(nearbyint)

//@ nearbyintf : fathom_unary
UNARY_F(nearbyint)

//@ nearbyintl : fathom_unary
UNARY_L(nearbyint)

//@ fmin : fathom_unary
BINARY(fmin)

//@ fminf : fathom_unary
BINARY_F(fmin)

//@ fminl : fathom_unary
BINARY_L(fmin)

//@ fmax : fathom_unary
BINARY(fmax)

//@ fmaxf : fathom_unary
BINARY_F(fmax)

//@ fmaxl : fathom_unary
BINARY_L(fmax)

//@ copysign : fathom_unary
BINARY(copysign)

//@ copysignf : fathom_unary
BINARY_F(copysign)

//@ copysignl : fathom_unary
BINARY_L(copysign)

//@ fma
double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

//@ fmaf
float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

//@ sqrt : fathom_errno
double sqrt(double x) {
    if (x < 0)
        fathom_errno = EDOM;
    return __builtin_sqrt(x);
}

//@ sqrtf : fathom_errno
float sqrtf(float x) {
    if (x < 0)
        fathom_errno = EDOM;
    return __builtin_sqrtf(x);
}

//@ sqrtl : fathom_errno
long double sqrtl(long double x) {
    if (x < 0)
        fathom_errno = EDOM;
    return __builtin_sqrtl(x);
}

//@ fmod : fathom_errno
double fmod(double x, double y) {
    if ((__builtin_isinf(x) && !__builtin_isnan(y)) || (y == 0 && !__builtin_isnan(x)))
        fathom_errno = EDOM;
    return __builtin_fmod(x, y);
}

//@ fmodf : fathom_errno
float fmodf(float x, float y) {
    if ((__builtin_isinf(x) && !__builtin_isnan(y)) || (y == 0 && !__builtin_isnan(x)))
        fathom_errno = EDOM;
    return __builtin_fmodf(x, y);
}

//@ fdim : fathom_errno
double fdim(double x, double y) {
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    double difference = x > y ? x - y : 0;
    if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
        fathom_errno = ERANGE;
    return difference;
}

//@ fdimf : fathom_errno
float fdimf(float x, float y) {
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    float difference = x > y ? x - y : 0;
    if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
        fathom_errno = ERANGE;
    return difference;
}

//@ modf
double modf(double x, double *whole) {
    *whole = __builtin_trunc(x);
    return __builtin_copysign(__builtin_isinf(x) ? 0 : x - *whole, x);
}

//@ modff
float modff(float x, float *whole) {
    *whole = __builtin_truncf(x);
    return __builtin_copysignf(__builtin_isinf(x) ? 0 : x - *whole, x);
}

//@ fathom_to_integer
// The bounds are powers of 2, so that they are exact: -2^(bits-1) <= x < 2^(bits-1).
#define TO_LONG(x) ((x) >= (double)LONG_MIN && (x) < -(double)LONG_MIN ? (long)(x) : (long)open_llong())
#define TO_LLONG(x) ((x) >= (double)LLONG_MIN && (x) < -(double)LLONG_MIN ? (long long)(x) : open_llong())

//@ lround : fathom_to_integer
long lround(double x) {
    double rounded = __builtin_round(x);
    return TO_LONG(rounded);
}

//@ lroundf : fathom_to_integer
long lroundf(float x) {
    float rounded = __builtin_roundf(x);
    return TO_LONG(rounded);
}

//@ llround : fathom_to_integer
long long llround(double x) {
    double rounded = __builtin_round(x);
    return TO_LLONG(rounded);
}

//@ llroundf : fathom_to_integer
long long llroundf(float x) {
    float rounded = __builtin_roundf(x);
    return TO_LLONG(rounded);
}

//@ lrint : fathom_to_integer
long lrint(double x) {
    double rounded = __builtin_rint(x);
    return TO_LONG(rounded);
}

//@ lrintf : fathom_to_integer
long lrintf(float x) {
    float rounded = __builtin_rintf(x);
    return TO_LONG(rounded);
}

//@ llrint : fathom_to_integer
long long llrint(double x) {
    double rounded = __builtin_rint(x);
    return TO_LLONG(rounded);
}

//@ llrintf : fathom_to_integer
long long llrintf(float x) {
    float rounded = __builtin_rintf(x);
    return TO_LLONG(rounded);
}

//@ fathom_scale : fathom_errno
// x * 2^n, rounded once. A product with a power of 2 that is in range rounds only where it becomes subnormal,
// so the steps before the last must not: those go down by less than the precision allows.
static double fathom_scale(double x, long n) {
    if (x == 0 || __builtin_isinf(x) || __builtin_isnan(x))
        return x;
    double result = x;
    for (int step = 0; step < 2 && n > 1023; step++) {
        result *= 0x1p1023;
        n -= 1023;
    }
    for (int step = 0; step < 2 && n < -1022; step++) {
        result *= 0x1p-969;
        n += 969;
    }
    if (n > 1023)
        n = 1023;
    if (n < -1022)
        n = -1022;
    union {
        unsigned long long bits;
        double value;
    } power = {(unsigned long long)(n + 1023) << 52};
    result *= power.value;
    if (__builtin_isinf(result) || result == 0)
        fathom_errno = ERANGE;
    return result;
}

//@ ldexp : fathom_scale
double ldexp(double x, int n) { return fathom_scale(x, n); }

//@ scalbn : fathom_scale
double scalbn(double x, int n) { return fathom_scale(x, n); }

//@ scalbln : fathom_scale
double scalbln(double x, long n) { return fathom_scale(x, n); }

//@ fathom_scale_float : fathom_errno
static float fathom_scale_float(float x, long n) {
    if (x == 0 || __builtin_isinf(x) || __builtin_isnan(x))
        return x;
    float result = x;
    for (int step = 0; step < 2 && n > 127; step++) {
        result *= 0x1p127f;
        n -= 127;
    }
    for (int step = 0; step < 2 && n < -126; step++) {
        result *= 0x1p-102f;
        n += 102;
    }
    if (n > 127)
        n = 127;
    if (n < -126)
        n = -126;
    union {
        unsigned bits;
        float value;
    } power = {(unsigned)(n + 127) << 23};
    result *= power.value;
    if (__builtin_isinf(result) || result == 0)
        fathom_errno = ERANGE;
    return result;
}

//@ ldexpf : fathom_scale_float
float ldexpf(float x, int n) { return fathom_scale_float(x, n); }

//@ scalbnf : fathom_scale_float
float scalbnf(float x, int n) { return fathom_scale_float(x, n); }

//@ scalblnf : fathom_scale_float
float scalblnf(float x, long n) { return fathom_scale_float(x, n); }

//@ frexp
double frexp(double x, int *exponent) {
    *exponent = __builtin_isfinite(x) ? 0 : open_int();
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    union {
        double value;
        unsigned long long bits;
    } parts = {x};
    int lift = 0;
    if ((parts.bits >> 52 & 0x7ff) == 0) {
        parts.value *= 0x1p64;
        lift = 64;
    }
    *exponent = (int)(parts.bits >> 52 & 0x7ff) - 1022 - lift;
    parts.bits = (parts.bits & ~(0x7ffULL << 52)) | 1022ULL << 52;
    return parts.value;
}

//@ frexpf
float frexpf(float x, int *exponent) {
    *exponent = __builtin_isfinite(x) ? 0 : open_int();
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    union {
        float value;
        unsigned bits;
    } parts = {x};
    int lift = 0;
    if ((parts.bits >> 23 & 0xff) == 0) {
        parts.value *= 0x1p64f;
        lift = 64;
    }
    *exponent = (int)(parts.bits >> 23 & 0xff) - 126 - lift;
    parts.bits = (parts.bits & ~(0xffU << 23)) | 126U << 23;
    return parts.value;
}

//@ nan
double nan(const char *) { return __builtin_nan(""); }

//@ nanf
float nanf(const char *) { return __builtin_nanf(""); }

//@ fathom_classify
// The numbers of glibc.
#define CLASSIFY(x) __builtin_fpclassify(0, 1, 4, 3, 2, x)
#define INFINITE(x) (__builtin_isinf(x) ? ((x) < 0 ? -1 : 1) : 0)

//@ isnan : fathom_truth
int isnan(double x) { return fathom_truth(__builtin_isnan(x) != 0); }

//@ isinf : fathom_classify
int isinf(double x) { return INFINITE(x); }

//@ finite : fathom_truth
int finite(double x) { return fathom_truth(__builtin_isfinite(x) != 0); }

//@ __isnan : fathom_truth
int __isnan(double x) { return fathom_truth(__builtin_isnan(x) != 0); }

//@ __isinf : fathom_classify
int __isinf(double x) { return INFINITE(x); }

//@ __finite : fathom_truth
int __finite(double x) { return fathom_truth(__builtin_isfinite(x) != 0); }

//@ __signbit : fathom_truth
int __signbit(double x) { return fathom_truth(__builtin_signbit(x) != 0); }

//@ __fpclassify : fathom_classify
int __fpclassify(double x) { return CLASSIFY(x); }

//@ isnanf : fathom_truth
int isnanf(float x) { return fathom_truth(__builtin_isnan(x) != 0); }

//@ isinff : fathom_classify
int isinff(float x) { return INFINITE(x); }

//@ finitef : fathom_truth
int finitef(float x) { return fathom_truth(__builtin_isfinite(x) != 0); }

//@ __isnanf : fathom_truth
int __isnanf(float x) { return fathom_truth(__builtin_isnan(x) != 0); }

//@ __isinff : fathom_classify
int __isinff(float x) { return INFINITE(x); }

//@ __finitef : fathom_truth
int __finitef(float x) { return fathom_truth(__builtin_isfinite(x) != 0); }

//@ __signbitf : fathom_truth
int __signbitf(float x) { return fathom_truth(__builtin_signbit(x) != 0); }

//@ __fpclassifyf : fathom_classify
int __fpclassifyf(float x) { return CLASSIFY(x); }

//@ isnanl : fathom_truth
int isnanl(long double x) { return fathom_truth(__builtin_isnan(x) != 0); }

//@ isinfl : fathom_classify
int isinfl(long double x) { return INFINITE(x); }

//@ finitel : fathom_truth
int finitel(long double x) { return fathom_truth(__builtin_isfinite(x) != 0); }

//@ __isnanl : fathom_truth
int __isnanl(long double x) { return fathom_truth(__builtin_isnan(x) != 0); }

//@ __isinfl : fathom_classify
int __isinfl(long double x) { return INFINITE(x); }

//@ __finitel : fathom_truth
int __finitel(long double x) { return fathom_truth(__builtin_isfinite(x) != 0); }

//@ __signbitl : fathom_truth
int __signbitl(long double x) { return fathom_truth(__builtin_signbit(x) != 0); }

//@ __fpclassifyl : fathom_classify
int __fpclassifyl(long double x) { return CLASSIFY(x); }

//@ fegetround
int fegetround(void) { return 0; }

//@ fesetround
int fesetround(int mode) {
    if (mode != 0)
        __fathom_unmodelled("rounding other than to nearest");
    return 0;
}
