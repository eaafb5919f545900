// What the environment decides: whatever it is, the functions keep their promises.
#include "driver.h"

#include <stdbool.h>
#include <sys/time.h>
#include <time.h>

#define MODEL(name) extern typeof(name) model_##name;
MODEL(fopen) MODEL(fclose) MODEL(fgets) MODEL(fgetc) MODEL(getchar) MODEL(ungetc) MODEL(fread) MODEL(fwrite)
MODEL(feof) MODEL(ferror) MODEL(clearerr) MODEL(getline) MODEL(getdelim) MODEL(fscanf) MODEL(scanf) MODEL(puts)
MODEL(putchar) MODEL(fputs) MODEL(fflush) MODEL(fseek) MODEL(ftell) MODEL(rewind) MODEL(freopen) MODEL(remove)
MODEL(time) MODEL(clock) MODEL(localtime) MODEL(gmtime_r) MODEL(mktime) MODEL(asctime) MODEL(strftime)
MODEL(gettimeofday) MODEL(difftime)
ssize_t model_read(int, void *, size_t), model_write(int, const void *, size_t);
int model_open(const char *, int, ...), model_close(int), model_getpid(void), model_gethostname(char *, size_t);
char *model_getcwd(char *, size_t), *model_gets(char *);
unsigned short model_htons(unsigned short);
unsigned model_ntohl(unsigned);
int model_pthread_mutex_lock(void *);
extern FILE *model_stdin, *model_stdout;

// A buffer, and whether bytes behind `size` were written.
static char buffer[64];
static void clean(void) { memset(buffer, '#', sizeof buffer); }
static bool untouched_from(size_t size) {
    for (size_t i = size; i < sizeof buffer; i++)
        if (buffer[i] != '#')
            return false;
    return true;
}

static FILE *open_one(void) {
    FILE *file;
    do
        file = model_fopen("name", "r");
    while (file == NULL);
    return file;
}

static void lines(void) {
    FILE *file = open_one();
    int size = below(14);
    bool back = below(3) == 0;
    if (back)
        CHECK(model_ungetc('q', file) == 'q', "ungetc");
    clean();
    char *line = model_fgets(buffer, size, file);
    CHECK(untouched_from(size), "fgets(%d)", size);
    if (line != NULL) {
        CHECK(line == buffer && size > 0, "fgets");
        if (back && size > 1)
            CHECK(buffer[0] == 'q', "fgets after ungetc");
        // A newline is the last byte.
        char *newline = memchr(buffer, '\n', size);
        CHECK(!newline || newline[1] == 0 && untouched_from(newline - buffer + 2), "fgets(%d)", size);
    } else if (size > 1) {
        CHECK(model_feof(file) || model_ferror(file), "fgets");
    }
    if (model_feof(file)) {
        CHECK(model_fgets(buffer, 2, file) == NULL && model_fgetc(file) == EOF, "at the end");
        CHECK(model_fread(buffer, 2, 3, file) == 0, "at the end");
        CHECK(model_fscanf(file, "%*d") == -1, "at the end");
        model_clearerr(file);
        CHECK(!model_feof(file) && !model_ferror(file), "clearerr");
    }
    model_fclose(file);
}

static void whole_lines(void) {
    static char *line;
    static size_t size;
    FILE *file = open_one();
    ssize_t length = model_getline(&line, &size, file);
    if (length < 0) {
        CHECK(model_feof(file) || model_ferror(file), "getline");
    } else {
        CHECK(length > 0 && length < size && line[length] == 0, "getline");
        CHECK(!memchr(line, '\n', length - 1), "getline");
        CHECK(line[length - 1] == '\n' || model_feof(file), "getline");
    }
    model_fclose(file);
}

static void bytes(void) {
    FILE *file = open_one();
    clean();
    size_t count = below(5), size = 1 + below(4), done = model_fread(buffer, size, count, file);
    CHECK(done <= count && untouched_from(count * size), "fread");
    CHECK(count == 0 || untouched_from(done * size + size - (done < count)) || done == count, "fread");
    CHECK(done == count || model_feof(file) || model_ferror(file), "fread");
    model_rewind(file);
    CHECK(!model_ferror(file), "rewind");
    int c = model_fgetc(file);
    CHECK(c >= -1 && c < 256 && (c >= 0 || model_feof(file) || model_ferror(file)), "fgetc");
    if (c >= 0) {
        CHECK(model_ungetc(c, file) == c && model_fgetc(file) == c, "ungetc");
    }
    CHECK(model_fwrite(buffer, 2, 3, file) <= 3 && model_ftell(file) >= -1, "fwrite");
    model_fclose(file);
}

static void scans(void) {
    FILE *file = open_one();
    int number = 0;
    char c = '#', text[8] = "#######", set[8] = "#######";
    int done = model_fscanf(file, "%d %c %5s %3[a-f]", &number, &c, text, set);
    CHECK(done >= -1 && done <= 4 && (done >= 0 || model_feof(file) || model_ferror(file)), "fscanf");
    if (done < 2)
        CHECK(c == '#', "fscanf");
    if (done >= 3) {
        size_t n = 6;
        while (text[n] == '#')
            n--;
        CHECK(n >= 1 && n <= 5 && text[n] == 0, "%%5s");
        for (size_t i = 0; i < n; i++)
            CHECK(!isspace((unsigned char)text[i]), "%%5s");
    } else {
        CHECK(text[0] == '#', "fscanf");
    }
    if (done == 4)
        CHECK(strlen(set) >= 1 && strlen(set) <= 3 && strspn(set, "abcdef") == strlen(set), "%%3[a-f]");
    // The first %c fails only where the input ends.
    CHECK(model_fscanf(file, "%c", &c) != 0, "%%c");
    model_fclose(file);
}

static void dates(void) {
    time_t now = model_time(NULL), place;
    CHECK(now >= 0 && model_time(&place) == place, "time");
    clock_t first = model_clock(), second = model_clock();
    CHECK(first >= 0 && second >= first, "clock");
    struct tm *tm = model_localtime(&now), copy;
    CHECK(tm != NULL && tm->tm_mon >= 0 && tm->tm_mon < 12 && tm->tm_mday >= 1 && tm->tm_mday <= 31, "localtime");
    CHECK(tm->tm_year >= 69 && tm->tm_year < 400 && tm->tm_hour < 24 && tm->tm_sec <= 60, "localtime");
    CHECK(model_gmtime_r(&now, &copy) == &copy && copy.tm_zone != NULL, "gmtime_r");
    CHECK(strlen(model_asctime(&copy)) == 25, "asctime");
    clean();
    size_t n = model_strftime(buffer, 10, "%Y", &copy);
    CHECK(n < 10 && (n == 0 || strlen(buffer) == n) && untouched_from(n + 1), "strftime");
    struct timeval value;
    CHECK(model_gettimeofday(&value, NULL) == 0 && value.tv_usec >= 0 && value.tv_usec < 1000000, "gettimeofday");
    time_t far = LONG_MAX;
    CHECK(model_localtime(&far) == NULL && MODEL_ERRNO == EOVERFLOW, "localtime");
    CHECK(model_difftime(5, 3) == 2.0, "difftime");
}

static void descriptors(void) {
    clean();
    size_t size = below(20);
    ssize_t done = model_read(0, buffer, size);
    CHECK(done >= -1 && done <= (ssize_t)size && untouched_from(done < 0 ? 0 : done), "read");
    done = model_write(1, buffer, size);
    CHECK(done >= -1 && done <= (ssize_t)size, "write");
    CHECK(model_open("x", 0) >= -1 && model_close(3) <= 0, "open");
    CHECK(model_getpid() > 0 && model_getpid() == model_getpid(), "getpid");
    clean();
    CHECK(model_gethostname(buffer, 8) == -1 || strlen(buffer) < 8, "gethostname");
    CHECK(model_getcwd(buffer, 8) == NULL || buffer[0] == '/' && strlen(buffer) < 8, "getcwd");
}

int main(void) {
    for (int round = 0; round < 20000; round++) {
        lines();
        whole_lines();
        bytes();
        scans();
        // As often as the models remember what local time is.
        if (round < 4)
            dates();
        descriptors();
        CHECK(model_puts("text") >= -1 && model_fputs("text", model_stdout) >= -1, "puts");
        int c = model_putchar('c');
        CHECK(c == -1 || c == 'c', "putchar");
        c = model_getchar();
        CHECK(c >= -1 && c < 256, "getchar");
        CHECK(model_fflush(NULL) <= 0 && model_remove("x") <= 0, "fflush");
        clean();
        model_clearerr(model_stdin);
        if (model_gets(buffer))
            CHECK(!strchr(buffer, '\n'), "gets");
    }
    // All bytes of what is written, and none behind.
    char *edge = at_edge(0, "1234567");
    model_fwrite(edge, 4, 2, model_stdout), model_write(1, edge, 8), model_fwrite(edge + 8, 1, 0, model_stdout);
    FILE *file = model_freopen("x", "r", model_stdin);
    if (file)
        model_fclose(file);
    CHECK(REFUSED(model_getchar()), "a closed stream");
    CHECK(REFUSED(model_fgetc((FILE *)buffer)), "no stream");
    CHECK(REFUSED(model_fwrite(buffer, SIZE_MAX, 2, model_stdout)), "more than there can be");
    CHECK(model_htons(0x1234) == 0x3412 && model_ntohl(0x12345678) == 0x78563412, "byte order");
    return finish();
}
