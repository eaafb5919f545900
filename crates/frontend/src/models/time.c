// <time.h> and <sys/time.h>
//
// The time is any that Linux lets a clock show: from 1970 to 2262, in nanoseconds less than 2^63. It may go
// back, but processor time and clocks that nobody sets do not. The calendar is Gregorian, without leap seconds. The time
// zone is any: local time is less than a day from that of Greenwich, another difference at each time, but always the
// same at one. There are as many of these as the model remembers; more are obligations. Text is that of the "C" locale;
// what another one has for it is an obligation.
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

//@ fathom_too_late : fathom_errno
// From 2038 on, 32 bits do not suffice.
static _Bool fathom_too_late(void) {
    if (sizeof(long) > 4 || !nondet_bool())
        return 0;
    fathom_errno = EOVERFLOW;
    return 1;
}

//@ time : fathom_seconds fathom_too_late
long time(long *place) {
    if (fathom_too_late())
        return -1;
    long now = fathom_seconds();
    if (place != NULL)
        *place = now;
    return now;
}

//@ clock
static long fathom_clock;
long clock(void) {
    long now = nondet_long();
    // In microseconds, 32 bits overflow after half an hour.
    if (sizeof now == 4)
        return now;
    if (now > fathom_clock)
        fathom_clock = now;
    return fathom_clock;
}

//@ fathom_timespec
struct fathom_timespec {
    long seconds, fraction;
};

//@ gettimeofday : fathom_timespec fathom_seconds fathom_below fathom_too_late
int gettimeofday(struct fathom_timespec *time, void *) {
    if (time != NULL) {
        if (fathom_too_late())
            return -1;
        time->seconds = fathom_seconds();
        time->fraction = fathom_below(1000000);
    }
    return 0;
}

//@ clock_gettime : fathom_timespec fathom_seconds fathom_below fathom_errno fathom_too_late
// What the clocks showed last that never go back.
static struct fathom_timespec fathom_clocks[10];
int clock_gettime(int clock, struct fathom_timespec *time) {
    if (clock < 0 || clock > 11) {
        fathom_errno = EINVAL;
        return -1;
    }
    if (fathom_too_late())
        return -1;
    struct fathom_timespec now = {fathom_seconds(), fathom_below(1000000000)};
    // CLOCK_MONOTONIC and its relatives, processor time, and the time since the start, each for itself.
    if ((clock >= 1 && clock <= 4) || clock == 6 || clock == 7 || clock == 9) {
        struct fathom_timespec *last = &fathom_clocks[clock];
        if (now.seconds < last->seconds || (now.seconds == last->seconds && now.fraction < last->fraction))
            now = *last;
        *last = now;
    }
    *time = now;
    return 0;
}

//@ timespec_get : fathom_timespec fathom_seconds fathom_below fathom_too_late
int timespec_get(struct fathom_timespec *time, int base) {
    if (base != 1 || fathom_too_late())
        return 0;
    time->seconds = fathom_seconds();
    time->fraction = fathom_below(1000000000);
    return base;
}

//@ difftime
// Rounded once.
double difftime(long later, long earlier) {
    unsigned long from = earlier, to = later;
    return later < earlier ? -(double)(from - to) : (double)(to - from);
}

//@ fathom_tm
struct fathom_tm {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};

//@ fathom_floor
static long long fathom_floor_divide(long long a, long long b) { return a / b - (a % b < 0); }
// The remainder that goes with it: from 0 to b - 1.
static long long fathom_floor_rest(long long a, long long b) {
    long long rest = a % b;
    return rest < 0 ? rest + b : rest;
}

//@ fathom_calendar : fathom_tm fathom_floor fathom_errno
// Years are counted from March on, so that a day more or less is at the end: 400 of them are 146097 days, the
// last of four hundreds, of 25 fours and of four years is longer than the others or shorter.
static _Bool fathom_calendar(long long time, struct fathom_tm *tm) {
    long long days = fathom_floor_divide(time, 86400);
    int rest = (int)fathom_floor_rest(time, 86400);
    long long since_march = days + 719468, cycle = fathom_floor_divide(since_march, 146097);
    int day = (int)fathom_floor_rest(since_march, 146097);
    int hundreds = day / 36524 < 4 ? day / 36524 : 3;
    day -= hundreds * 36524;
    int fours = day / 1461;
    day -= fours * 1461;
    int years = day / 365 < 4 ? day / 365 : 3;
    day -= years * 365;
    // Months of 31, 30, 31, 30, 31 days, and again.
    int month = (5 * day + 2) / 153;
    int before = hundreds * 100 + fours * 4 + years;
    _Bool next_year = month >= 10;
    long long year = cycle * 400 + before + next_year - 1900;
    if (year < INT_MIN || year > INT_MAX) {
        fathom_errno = EOVERFLOW;
        return 0;
    }
    // Whether the year in which March begins has a February of 29 days.
    _Bool leap = before % 4 == 0 && (before % 100 != 0 || before == 0);
    tm->second = rest % 60;
    tm->minute = rest / 60 % 60;
    tm->hour = rest / 3600;
    tm->day = day - (153 * month + 2) / 5 + 1;
    tm->month = next_year ? month - 10 : month + 2;
    tm->year = (int)year;
    tm->weekday = (int)fathom_floor_rest(days + 4, 7);
    tm->yearday = next_year ? day - 306 : day + 59 + leap;
    return 1;
}

//@ fathom_count_seconds : fathom_tm fathom_floor
// From 1970 to a date, whose fields may be outside their ranges.
static long long fathom_count_seconds(const struct fathom_tm *tm) {
    long long months = (long long)tm->month - 2;
    long long year = (long long)tm->year + 1900 + fathom_floor_divide(months, 12);
    long long month = fathom_floor_rest(months, 12);
    long long days = 365 * year + fathom_floor_divide(year, 4) - fathom_floor_divide(year, 100) +
                     fathom_floor_divide(year, 400) + (153 * month + 2) / 5 + tm->day - 1 - 719468;
    return ((days * 24 + tm->hour) * 60 + tm->minute) * 60 + tm->second;
}

//@ fathom_zone : fathom_tm
#define REMEMBERED_TIMES 8
static struct fathom_local {
    long long time;
    int offset;
    _Bool summer;
} fathom_locals[REMEMBERED_TIMES];
static unsigned fathom_local_count;
static char fathom_zone_name[7];

// Remembers what local time is at a time.
static struct fathom_local *fathom_remember(long long time, int offset, _Bool summer) {
    if (fathom_local_count == REMEMBERED_TIMES)
        __fathom_unmodelled("local time at more times than the model keeps");
    struct fathom_local *local = &fathom_locals[fathom_local_count];
    fathom_local_count++;
    *local = (struct fathom_local){time, offset, summer};
    return local;
}

static int fathom_some_offset(void) {
    int offset = nondet_int();
    return offset < -86399 || offset > 86399 ? 0 : offset;
}

HELPER struct fathom_local *fathom_local_at(long long time) {
    for (unsigned i = 0; i < fathom_local_count; i++)
        if (fathom_locals[i].time == time)
            return &fathom_locals[i];
    return fathom_remember(time, fathom_some_offset(), nondet_bool());
}

// Some name: three letters at least.
static void fathom_set_zone(struct fathom_tm *tm, const struct fathom_local *local) {
    if (fathom_zone_name[0] == 0)
        for (int i = 0; i < 6; i++) {
            char c = nondet_byte();
            fathom_zone_name[i] = (c >= 'A' && c <= 'Z') || (c == 0 && i >= 3) ? c : 'X';
        }
    tm->summer = local->summer;
    tm->offset = local->offset;
    tm->zone = fathom_zone_name;
}

//@ fathom_local_calendar : fathom_calendar fathom_zone
static struct fathom_tm *fathom_local_calendar(const long *time, struct fathom_tm *tm) {
    long long now = *time;
    // Beyond, no year fits an int, whatever the zone.
    if (now < -67768040609840800LL || now > 67768036191763199LL) {
        fathom_errno = EOVERFLOW;
        return NULL;
    }
    struct fathom_local *local = fathom_local_at(now);
    if (!fathom_calendar(now + local->offset, tm))
        return NULL;
    fathom_set_zone(tm, local);
    return tm;
}

//@ fathom_universal_calendar : fathom_calendar
static struct fathom_tm *fathom_universal_calendar(const long *time, struct fathom_tm *tm) {
    if (!fathom_calendar(*time, tm))
        return NULL;
    tm->summer = 0;
    tm->offset = 0;
    tm->zone = "GMT";
    return tm;
}

//@ fathom_static_calendar
// One object for gmtime and localtime, as in glibc.
static struct fathom_tm fathom_static_calendar;

//@ localtime : fathom_local_calendar fathom_static_calendar
struct fathom_tm *localtime(const long *time) { return fathom_local_calendar(time, &fathom_static_calendar); }

//@ gmtime : fathom_universal_calendar fathom_static_calendar
struct fathom_tm *gmtime(const long *time) {
    return fathom_universal_calendar(time, &fathom_static_calendar);
}

//@ localtime_r : fathom_local_calendar
struct fathom_tm *localtime_r(const long *time, struct fathom_tm *tm) {
    return fathom_local_calendar(time, tm);
}

//@ gmtime_r : fathom_universal_calendar
struct fathom_tm *gmtime_r(const long *time, struct fathom_tm *tm) {
    return fathom_universal_calendar(time, tm);
}

//@ timegm : fathom_count_seconds fathom_universal_calendar fathom_errno
long timegm(struct fathom_tm *tm) {
    struct fathom_tm normal;
    long time = (long)fathom_count_seconds(tm);
    if (fathom_universal_calendar(&time, &normal) == NULL)
        return -1;
    *tm = normal;
    return time;
}

//@ mktime : fathom_count_seconds fathom_calendar fathom_zone fathom_errno
// Where clocks are changed there are hours that do not exist, and with the wrong `summer` others are meant: the
// fields may come back up to two hours later or earlier.
long mktime(struct fathom_tm *tm) {
    struct fathom_tm given = *tm;
    long long wall = fathom_count_seconds(&given);
    struct fathom_local *local = NULL;
    for (unsigned i = 0; i < fathom_local_count; i++)
        if (fathom_locals[i].time + fathom_locals[i].offset == wall &&
            (given.summer < 0 || fathom_locals[i].summer == (given.summer > 0)))
            local = &fathom_locals[i];
    if (local == NULL) {
        int offset = fathom_some_offset(), shift = nondet_int();
        _Bool summer = nondet_bool();
        if (shift < -7200 || shift > 7200)
            shift = 0;
        wall += shift;
        for (unsigned i = 0; i < fathom_local_count; i++)
            if (fathom_locals[i].time == wall - offset)
                __fathom_unmodelled("mktime of a time that localtime gave other fields");
        local = fathom_remember(wall - offset, offset, summer);
    }
    struct fathom_tm normal;
    if ((long long)(long)local->time != local->time || !fathom_calendar(wall, &normal)) {
        fathom_errno = EOVERFLOW;
        return -1;
    }
    fathom_set_zone(&normal, local);
    *tm = normal;
    return (long)local->time;
}

//@ fathom_names
static const char fathom_weekdays[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                            "Thursday", "Friday", "Saturday"};
static const char fathom_months[12][10] = {"January", "February", "March",     "April",   "May",      "June",
                                           "July",    "August",   "September", "October", "November", "December"};

//@ fathom_date : fathom_tm fathom_names
static char *fathom_two(char *text, int number, char filler) {
    text[0] = number < 10 ? filler : '0' + number / 10;
    text[1] = '0' + number % 10;
    return text + 2;
}
// "Thu Jan  1 00:00:00 1970\n"
static char *fathom_date(char *text, const struct fathom_tm *tm) {
    _Bool fits = tm->year >= -999 - 1900 && tm->year <= 9999 - 1900;
    __fathom_precondition(fits, "the year has more than 4 digits");
    __fathom_precondition(tm->second >= 0 && tm->second <= 60 && tm->minute >= 0 && tm->minute < 60 &&
                              tm->hour >= 0 && tm->hour < 24 && tm->day >= 1 && tm->day <= 31 &&
                              tm->month >= 0 && tm->month < 12 && tm->weekday >= 0 && tm->weekday < 7,
                          "a field of the date is outside its range");
    char *at = text;
    for (int i = 0; i < 3; i++)
        at[i] = fathom_weekdays[tm->weekday][i];
    at[3] = ' ';
    for (int i = 0; i < 3; i++)
        at[4 + i] = fathom_months[tm->month][i];
    at[7] = ' ';
    at = fathom_two(at + 8, tm->day, ' ');
    *at = ' ';
    at = fathom_two(at + 1, tm->hour, '0');
    *at = ':';
    at = fathom_two(at + 1, tm->minute, '0');
    *at = ':';
    at = fathom_two(at + 1, tm->second, '0');
    *at++ = ' ';
    int year = tm->year + 1900;
    if (year < 0) {
        *at++ = '-';
        year = -year;
    }
    for (int power = 1000; power > 0; power /= 10)
        if (year >= power || power == 1)
            *at++ = '0' + year / power % 10;
    *at++ = '\n';
    *at = 0;
    return text;
}

//@ fathom_static_date
static char fathom_static_date[26];

//@ asctime : fathom_date fathom_static_date
char *asctime(const struct fathom_tm *tm) { return fathom_date(fathom_static_date, tm); }

//@ asctime_r : fathom_date
char *asctime_r(const struct fathom_tm *tm, char *text) { return fathom_date(text, tm); }

//@ ctime : fathom_date fathom_static_date fathom_local_calendar fathom_static_calendar
char *ctime(const long *time) {
    struct fathom_tm *tm = fathom_local_calendar(time, &fathom_static_calendar);
    return tm == NULL ? NULL : fathom_date(fathom_static_date, tm);
}

//@ ctime_r : fathom_date fathom_local_calendar
char *ctime_r(const long *time, char *text) {
    struct fathom_tm tm;
    return fathom_local_calendar(time, &tm) == NULL ? NULL : fathom_date(text, &tm);
}

//@ strftime : fathom_tm fathom_names fathom_floor fathom_locale
// Text of a date that is written as far as there is room, and counted.
struct fathom_date_text {
    char *target;
    size_t room, count;
};
static void fathom_put_date(struct fathom_date_text *text, char c) {
    if (text->count < text->room)
        text->target[text->count] = c;
    text->count++;
}
static void fathom_put_name(struct fathom_date_text *text, const char *name, size_t most) {
    for (size_t i = 0; i < most && name[i] != 0; i++)
        fathom_put_date(text, name[i]);
}
// A number of at least `digits` digits.
static void fathom_put_field(struct fathom_date_text *text, long long number, int digits, char filler) {
    long long power = 1;
    if (number < 0) {
        fathom_put_date(text, '-');
        number = -number;
        digits--;
    }
    for (int i = 1; i < digits; i++)
        power *= 10;
    while (power <= number / 10)
        power *= 10;
    for (; power > 0; power /= 10)
        fathom_put_date(text, number < power && power > 1 ? filler : '0' + number / power % 10);
}
// Weeks that begin on a weekday, and all days of the year before the first of these are in week 0.
static int fathom_week(const struct fathom_tm *tm, int first) {
    return (tm->yearday + 7 - (tm->weekday + 7 - first) % 7) / 7;
}
static _Bool fathom_is_leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
// The week in which a day lies, as ISO 8601 counts them, and the year that the week belongs to: the one in which
// its Thursday is.
static int fathom_iso_week(const struct fathom_tm *tm, long long *year) {
    int thursday = tm->yearday - (tm->weekday + 6) % 7 + 3;
    *year = (long long)tm->year + 1900;
    if (thursday < 0) {
        (*year)--;
        thursday += 365 + fathom_is_leap(*year);
    } else if (thursday >= 365 + fathom_is_leap(*year)) {
        thursday -= 365 + fathom_is_leap(*year);
        (*year)++;
    }
    return thursday / 7 + 1;
}
static void fathom_put_conversion(struct fathom_date_text *text, char kind, const struct fathom_tm *tm) {
    long long year = (long long)tm->year + 1900;
    int twelve = tm->hour % 12 == 0 ? 12 : tm->hour % 12;
    switch (kind) {
    case '%':
        fathom_put_date(text, '%');
        break;
    case 'n':
        fathom_put_date(text, '\n');
        break;
    case 't':
        fathom_put_date(text, '\t');
        break;
    case 'a':
    case 'A':
        fathom_put_name(text, fathom_weekdays[tm->weekday], kind == 'a' ? 3 : 9);
        break;
    case 'b':
    case 'h':
    case 'B':
        fathom_put_name(text, fathom_months[tm->month], kind == 'B' ? 9 : 3);
        break;
    case 'C': {
        // Two digits, as the standard says; the GNU C library gives one for the first thousand years.
        long long century = fathom_floor_divide(year, 100);
        fathom_put_field(text, century, century >= 0 && century < 10 && !nondet_bool() ? 1 : 2, '0');
        break;
    }
    case 'd':
        fathom_put_field(text, tm->day, 2, '0');
        break;
    case 'e':
        fathom_put_field(text, tm->day, 2, ' ');
        break;
    case 'H':
        fathom_put_field(text, tm->hour, 2, '0');
        break;
    case 'k':
        fathom_put_field(text, tm->hour, 2, ' ');
        break;
    case 'I':
        fathom_put_field(text, twelve, 2, '0');
        break;
    case 'l':
        fathom_put_field(text, twelve, 2, ' ');
        break;
    case 'j':
        fathom_put_field(text, tm->yearday + 1, 3, '0');
        break;
    case 'm':
        fathom_put_field(text, tm->month + 1, 2, '0');
        break;
    case 'M':
        fathom_put_field(text, tm->minute, 2, '0');
        break;
    case 'p':
        fathom_put_name(text, tm->hour < 12 ? "AM" : "PM", 2);
        break;
    case 'P':
        fathom_put_name(text, tm->hour < 12 ? "am" : "pm", 2);
        break;
    case 'S':
        fathom_put_field(text, tm->second, 2, '0');
        break;
    case 'u':
        fathom_put_field(text, tm->weekday == 0 ? 7 : tm->weekday, 1, '0');
        break;
    case 'w':
        fathom_put_field(text, tm->weekday, 1, '0');
        break;
    case 'U':
        fathom_put_field(text, fathom_week(tm, 0), 2, '0');
        break;
    case 'W':
        fathom_put_field(text, fathom_week(tm, 1), 2, '0');
        break;
    case 'V':
        fathom_put_field(text, fathom_iso_week(tm, &year), 2, '0');
        break;
    case 'G':
        fathom_iso_week(tm, &year);
        fathom_put_field(text, year, 1, '0');
        break;
    case 'g':
        fathom_iso_week(tm, &year);
        fathom_put_field(text, fathom_floor_rest(year, 100), 2, '0');
        break;
    case 'y':
        fathom_put_field(text, fathom_floor_rest(year, 100), 2, '0');
        break;
    case 'Y':
        fathom_put_field(text, year, 1, '0');
        break;
    case 'z': {
        long minutes = (tm->offset < 0 ? -tm->offset : tm->offset) / 60;
        fathom_put_date(text, tm->offset < 0 ? '-' : '+');
        fathom_put_field(text, minutes / 60 * 100 + minutes % 60, 4, '0');
        break;
    }
    case 'Z':
        fathom_put_name(text, tm->zone == NULL ? "" : tm->zone, SIZE_MAX);
        break;
    default:
        __fathom_unmodelled("a conversion of strftime");
    }
}
// What a conversion stands for that is made of others, or NULL.
static const char *fathom_date_format(char kind) {
    switch (kind) {
    case 'c':
        return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x':
        return "%m/%d/%y";
    case 'F':
        return "%Y-%m-%d";
    case 'r':
        return "%I:%M:%S %p";
    case 'R':
        return "%H:%M";
    case 'T':
    case 'X':
        return "%H:%M:%S";
    default:
        return NULL;
    }
}
// Whether a conversion gives what locales have their own of: names, the order of a date, marks between numbers.
static _Bool fathom_has_words(char kind) {
    switch (kind) {
    case 'a':
    case 'A':
    case 'b':
    case 'B':
    case 'h':
    case 'c':
    case 'p':
    case 'P':
    case 'r':
    case 'x':
    case 'X':
        return 1;
    default:
        return 0;
    }
}
static _Bool fathom_is_date(const struct fathom_tm *tm) {
    return tm->second >= 0 && tm->second <= 60 && tm->minute >= 0 && tm->minute < 60 && tm->hour >= 0 &&
           tm->hour < 24 && tm->day >= 1 && tm->day <= 31 && tm->month >= 0 && tm->month < 12 &&
           tm->weekday >= 0 && tm->weekday < 7 && tm->yearday >= 0 && tm->yearday < 366;
}
size_t strftime(char *target, size_t size, const char *format, const struct fathom_tm *tm) {
    struct fathom_date_text text = {target, size, 0};
    for (size_t i = 0; format[i] != 0; i++) {
        if (format[i] != '%') {
            fathom_put_date(&text, format[i]);
            continue;
        }
        i++;
        _Bool other_form = format[i] == 'E' || format[i] == 'O';
        if (fathom_is_local(ForTime) && (other_form || fathom_has_words(format[i])))
            __fathom_unmodelled("strftime in another locale than \"C\"");
        if (other_form)
            i++;
        __fathom_precondition(format[i] != 0, "the format ends inside a conversion");
        if (format[i] != '%' && !fathom_is_date(tm))
            __fathom_unmodelled("strftime of a field outside its range");
        const char *inner = fathom_date_format(format[i]);
        if (inner == NULL)
            fathom_put_conversion(&text, format[i], tm);
        else
            for (size_t j = 0; inner[j] != 0; j++)
                if (inner[j] == '%')
                    fathom_put_conversion(&text, inner[++j], tm);
                else
                    fathom_put_date(&text, inner[j]);
    }
    if (text.count >= size) {
        // Contents are indeterminate.
        if (size > 0)
            __fathom_havoc(target, size);
        return 0;
    }
    target[text.count] = 0;
    return text.count;
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
