// <time.h> and <sys/time.h>
//
// The time is any that Linux lets a clock show: from 1970 to 2262, in nanoseconds less than 2^63. It may go
// back, but processor time does not. Calendar fields are any in their ranges and not related to the time, as
// time zones are not known; the year fits the time. Text of dates is any text of its length.
//
// Nothing interrupts a sleep: signals are not modelled.

//@ fathom_seconds
static long fathom_seconds(void) {
    long seconds = nondet_long();
    if (seconds < 0)
        seconds = 0;
    return (long long)seconds > 9223372035LL ? (long)9223372035LL : seconds;
}

//@ fathom_below
// Some number from 0 to limit - 1.
static int fathom_below(int limit) {
    int value = nondet_int();
    return value < 0 || value >= limit ? 0 : value;
}

//@ time : fathom_seconds
long time(long *place) {
    long now = fathom_seconds();
    if (place != NULL)
        *place = now;
    return now;
}

//@ clock
static long fathom_clock;
long clock(void) {
    long now = nondet_long();
    if (now > fathom_clock)
        fathom_clock = now;
    return fathom_clock;
}

//@ fathom_timespec
struct fathom_timespec {
    long seconds, fraction;
};

//@ gettimeofday : fathom_timespec fathom_seconds fathom_below
int gettimeofday(struct fathom_timespec *time, void *) {
    if (time != NULL) {
        time->seconds = fathom_seconds();
        time->fraction = fathom_below(1000000);
    }
    return 0;
}

//@ clock_gettime : fathom_timespec fathom_seconds fathom_below fathom_errno
int clock_gettime(int clock, struct fathom_timespec *time) {
    if (clock < 0 || clock > 11) {
        fathom_errno = EINVAL;
        return -1;
    }
    time->seconds = fathom_seconds();
    time->fraction = fathom_below(1000000000);
    return 0;
}

//@ timespec_get : fathom_timespec fathom_seconds fathom_below
int timespec_get(struct fathom_timespec *time, int base) {
    if (base != 1)
        return 0;
    time->seconds = fathom_seconds();
    time->fraction = fathom_below(1000000000);
    return base;
}

//@ difftime
double difftime(long later, long earlier) { return (double)later - (double)earlier; }

//@ fathom_calendar : fathom_below
struct fathom_tm {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};
HELPER void fathom_calendar(long time, struct fathom_tm *tm) {
    tm->second = fathom_below(61);
    tm->minute = fathom_below(60);
    tm->hour = fathom_below(24);
    tm->day = fathom_below(31) + 1;
    tm->month = fathom_below(12);
    // A day more on both sides, for the time zone.
    tm->year = time >= 0 && (long long)time <= 9223372036LL ? 69 + fathom_below(363 - 69 + 1) : nondet_int();
    tm->weekday = fathom_below(7);
    tm->yearday = fathom_below(366);
    tm->summer = fathom_below(3) - 1;
    tm->offset = fathom_below(2 * 86400) - 86400;
    tm->zone = "UTC";
}

//@ fathom_calendar_or_null : fathom_calendar fathom_errno
// The year must fit an int, that is all that can go wrong.
static struct fathom_tm *fathom_calendar_or_null(const long *time, struct fathom_tm *tm) {
    if ((long long)*time < -67768040609740800LL || (long long)*time > 67767976233532799LL) {
        fathom_errno = 75;
        return NULL;
    }
    fathom_calendar(*time, tm);
    return tm;
}

//@ fathom_static_calendar
// One object for gmtime and localtime, as in glibc.
static struct fathom_tm fathom_static_calendar;

//@ localtime : fathom_calendar_or_null fathom_static_calendar
struct fathom_tm *localtime(const long *time) {
    return fathom_calendar_or_null(time, &fathom_static_calendar);
}

//@ gmtime : fathom_calendar_or_null fathom_static_calendar
struct fathom_tm *gmtime(const long *time) { return fathom_calendar_or_null(time, &fathom_static_calendar); }

//@ localtime_r : fathom_calendar_or_null
struct fathom_tm *localtime_r(const long *time, struct fathom_tm *tm) {
    return fathom_calendar_or_null(time, tm);
}

//@ gmtime_r : fathom_calendar_or_null
struct fathom_tm *gmtime_r(const long *time, struct fathom_tm *tm) {
    return fathom_calendar_or_null(time, tm);
}

//@ mktime : fathom_calendar fathom_errno
long mktime(struct fathom_tm *tm) {
    struct fathom_tm given = *tm;
    (void)given;
    if (nondet_bool()) {
        fathom_errno = 75;
        return -1;
    }
    long time = nondet_long();
    fathom_calendar(time, tm);
    return time;
}

//@ fathom_date
// "Thu Jan  1 00:00:00 1970\n"
static char *fathom_date(char *text) {
    for (size_t i = 0; i < 24; i++) {
        char c = nondet_byte();
        text[i] = c < ' ' || c > '~' ? ' ' : c;
    }
    text[24] = '\n';
    text[25] = 0;
    return text;
}

//@ fathom_static_date
static char fathom_static_date[26];

//@ asctime : fathom_calendar fathom_date fathom_static_date
char *asctime(const struct fathom_tm *tm) {
    _Bool fits = tm->year >= -999 - 1900 && tm->year <= 9999 - 1900;
    __fathom_precondition(fits, "the year has more than 4 digits");
    return fathom_date(fathom_static_date);
}

//@ ctime : fathom_date fathom_static_date
char *ctime(const long *time) {
    __fathom_precondition((long long)*time <= 253402300799LL, "the year has more than 4 digits");
    return fathom_date(fathom_static_date);
}

//@ ctime_r : fathom_date
char *ctime_r(const long *time, char *text) {
    __fathom_precondition((long long)*time <= 253402300799LL, "the year has more than 4 digits");
    return fathom_date(text);
}

//@ strftime : fathom_calendar fathom_strlen
// Any text that fits; nothing, and contents as before, if it does not.
size_t strftime(char *text, size_t size, const char *format, const struct fathom_tm *tm) {
    struct fathom_tm given = *tm;
    (void)given;
    size_t needed = fathom_strlen(format) == 0 ? 0 : nondet_size();
    if (needed >= size)
        return 0;
    text[needed] = 0;
    for (size_t i = 0; i < needed; i++) {
        char c = nondet_byte();
        text[i] = c == 0 ? ' ' : c;
    }
    return needed;
}

//@ tzset
void tzset(void) {}

//@ sleep
unsigned sleep(unsigned) { return 0; }

//@ usleep
int usleep(unsigned) { return 0; }

//@ nanosleep : fathom_timespec
int nanosleep(const struct fathom_timespec *time, struct fathom_timespec *) {
    __fathom_precondition(time->seconds >= 0 && time->fraction >= 0 && time->fraction < 1000000000,
                          "the time is not one to sleep");
    return 0;
}
