// Functions of numbers, on all sorts of them but signalling NaNs.
#include "driver.h"

static uint64_t bits(double x) {
    uint64_t result;
    memcpy(&result, &x, sizeof x);
    return isnan(x) ? 1 : result;
}
static double any_double(void) {
    static const double special[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e300, -1e300, 5e-324, -2.2e-308, 1e18,
                                     9223372036854775808.0, -9223372036854775808.0, 4503599627370497.5, INFINITY,
                                     -INFINITY, NAN, 0.49999999999999994, 2147483647.5, 1, 3, 10};
    double x;
    uint64_t pattern = any();
    switch (below(4)) {
    case 0:
        return special[below(sizeof special / sizeof *special)];
    case 1:
        return (double)(int64_t)any() / (1 << below(31));
    case 2:
        return (double)(int)any() / 8;
    default:
        memcpy(&x, &pattern, sizeof x);
        return isnan(x) ? NAN : x;
    }
}
static float any_float(void) {
    float x;
    uint32_t pattern = any();
    if (below(2))
        return (float)any_double();
    memcpy(&x, &pattern, sizeof x);
    return isnan(x) ? NAN : x;
}

#define SAME1(name) \
    do { \
        extern typeof(name) model_##name; \
        errno = MODEL_ERRNO = 0; \
        CHECK(bits(name(x)) == bits(model_##name(x)), "%s(%a): %a", #name, x, (double)model_##name(x)); \
        CHECK(errno == MODEL_ERRNO, "%s(%a): %d %d", #name, x, errno, MODEL_ERRNO); \
        extern typeof(name##f) model_##name##f; \
        CHECK(bits(name##f(f)) == bits(model_##name##f(f)), "%sf(%a): %a", #name, f, model_##name##f(f)); \
    } while (0)
#define SAME2(name) \
    do { \
        extern typeof(name) model_##name; \
        errno = MODEL_ERRNO = 0; \
        CHECK(bits(name(x, y)) == bits(model_##name(x, y)), "%s(%a, %a)", #name, x, y); \
        CHECK(errno == MODEL_ERRNO, "%s(%a, %a): %d %d", #name, x, y, errno, MODEL_ERRNO); \
        extern typeof(name##f) model_##name##f; \
        CHECK(bits(name##f(f, g)) == bits(model_##name##f(f, g)), "%sf(%a, %a)", #name, f, g); \
    } while (0)
// Integers where they are defined.
#define SAME_INTEGER(name) \
    do { \
        extern typeof(name) model_##name; \
        if (fabs(x) < 9e18) \
            CHECK(name(x) == model_##name(x), "%s(%a)", #name, x); \
        extern typeof(name##f) model_##name##f; \
        if (fabsf(f) < 9e18) \
            CHECK(name##f(f) == model_##name##f(f), "%sf(%a)", #name, f); \
    } while (0)
#define SAME_CLASS(name) \
    do { \
        int name(double), model_##name(double), name##f(float), model_##name##f(float); \
        int name##l(long double), model_##name##l(long double); \
        CHECK(!name(x) == !model_##name(x) && !name##f(f) == !model_##name##f(f), "%s(%a) %a", #name, x, f); \
        CHECK(!name##l(x) == !model_##name##l(x), "%sl(%a)", #name, x); \
    } while (0)
#undef isnan
#undef isinf

int main(void) {
    double modf(double, double *), model_modf(double, double *), model_frexp(double, int *);
    double model_ldexp(double, int), model_scalbn(double, int), model_scalbln(double, long);
    float model_modff(float, float *), model_frexpf(float, int *), model_ldexpf(float, int);
    int model___fpclassify(double), model___fpclassifyf(float), model___signbit(double), model___signbitf(float);
    long double model_fabsl(long double), model_floorl(long double), model_sqrtl(long double);
    for (int times = 0; times < 200000; times++) {
        double x = any_double(), y = any_double(), p, q;
        float f = any_float(), g = any_float(), pf, qf;
        SAME1(fabs);
        SAME1(floor);
        SAME1(ceil);
        SAME1(trunc);
        SAME1(round);
        SAME1(rint);
        SAME1(nearbyint);
        SAME1(sqrt);
        // The sign of a zero is open if both are zeros.
        if (x != 0 && f != 0) {
            SAME2(fmin);
            SAME2(fmax);
        }
        SAME2(copysign);
        SAME2(fmod);
        SAME2(fdim);
        SAME_INTEGER(lround);
        SAME_INTEGER(llround);
        SAME_INTEGER(lrint);
        SAME_INTEGER(llrint);
        SAME_CLASS(__isnan);
        SAME_CLASS(__isinf);
        SAME_CLASS(__finite);
        SAME_CLASS(__signbit);
        SAME_CLASS(__fpclassify);
        CHECK(bits(modf(x, &p)) == bits(model_modf(x, &q)) && bits(p) == bits(q), "modf(%a)", x);
        CHECK(bits(modff(f, &pf)) == bits(model_modff(f, &qf)) && bits(pf) == bits(qf), "modff(%a)", f);
        int i, j;
        double mantissa = frexp(x, &i);
        CHECK(bits(mantissa) == bits(model_frexp(x, &j)) && (i == j || mantissa - mantissa != 0), "frexp(%a)", x);
        mantissa = frexpf(f, &i);
        CHECK(bits(mantissa) == bits(model_frexpf(f, &j)) && (i == j || mantissa - mantissa != 0), "frexpf(%a)", f);
        int n = below(3) ? (int)below(2400) - 1200 : below(3) ? (int)below(200) - 100 : (int)any();
        errno = MODEL_ERRNO = 0;
        CHECK(bits(ldexp(x, n)) == bits(model_ldexp(x, n)), "ldexp(%a, %d): %a", x, n, model_ldexp(x, n));
        CHECK(errno == MODEL_ERRNO, "ldexp(%a, %d)", x, n);
        CHECK(bits(ldexpf(f, n / 8)) == bits(model_ldexpf(f, n / 8)), "ldexpf(%a, %d)", f, n / 8);
        CHECK(bits(model_scalbn(x, n)) == bits(ldexp(x, n)), "scalbn");
        CHECK(bits(model_scalbln(x, LONG_MIN)) == bits(copysign(x - x == 0 ? 0 : x, x)), "scalbln(%a)", x);
        CHECK(fpclassify(x) == model___fpclassify(x) && fpclassify(f) == model___fpclassifyf(f), "%a %a", x, f);
        CHECK(!signbit(x) == !model___signbit(x) && !signbit(f) == !model___signbitf(f), "%a %a", x, f);
        CHECK(bits(model_fabsl(x)) == bits(fabsl(x)) && bits(model_floorl(x)) == bits(floorl(x)), "%a", x);
        CHECK(bits(model_sqrtl(x)) == bits(sqrtl(x)), "%a", x);
    }
    return finish();
}
