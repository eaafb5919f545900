// <stdio.h>: streams
//
// A stream is an object with its indicators; what is behind it is not modelled. So what is read is any
// bytes, and reading, opening and moving about may fail, with any error. Writing does not, unless the user asks
// for that (--io-may-fail) or the stream was opened for reading. Once the end of the input was met it stays
// there, until fseek, rewind, clearerr or ungetc. A read error leaves the bytes read so far in the buffer of
// fgets, without a terminator, as the standard warns.
//
// `FILE` objects of fopen live on the heap, as in glibc: using one after fclose is a use after free, and one
// that is never closed is never freed. They do not stand at the start of their block, so that nothing but fclose can
// free them. A pointer to anything else than an open stream is refused.
//
// Output is read as far as it is needed (strings up to their terminators) and then forgotten.

//@ fathom_file : fathom_fail fathom_io_fails fathom_errno
enum { Open = 0x5f11e, Closed = 0xc105ed };
// What is known of the next byte, since a conversion of scanf stopped before it.
enum fathom_next { Anything, NoDigit, NoOctalDigit, NoHexDigit, NoSpace, OnlySpace };
// What was done with a stream last.
enum fathom_use { Nothing, Input, Output, Other };
enum fathom_temporary { NotTemporary, Empty, Written };
struct fathom_file {
    union {
        struct {
            int state;
            // Itself: a copy is no stream.
            struct fathom_file *self;
            _Bool end, error, on_heap;
            // What the mode allows.
            _Bool reads, writes;
            // A byte that ungetc gave back, or that %[ of scanf stopped at, or -1.
            int given_back;
            // It is one that was only looked at.
            _Bool only_seen;
            enum fathom_next next;
            enum fathom_use used;
            // How often all streams had been flushed at its last output.
            unsigned flushes;
            int descriptor;
            // The descriptor of a standard stream was closed, not the stream.
            _Bool cut;
            // Where the stream is: what is known, or -1, and whether it may be behind that by now.
            _Bool passed;
            long long position;
            // Output goes to the end, wherever the stream is.
            _Bool appends;
            // The standard input that the program was started with.
            _Bool standard;
            // A file that nobody else can change has what was written to it.
            enum fathom_temporary temporary;
        };
        // As large as glibc's, and aligned like that: programs may copy one, if only to no use.
        _Alignas(void *) byte size[sizeof(long) == 8 ? 216 : 148];
    };
};
typedef struct fathom_file FILE;
HELPER unsigned fathom_flushes;
static void fathom_check_stream(FILE *file) {
    __fathom_precondition(file->state == Open && file->self == file, "the pointer is not one to an open stream");
}
// A stream for both must be moved, or its output flushed, before the other is done; the end of the input will do too.
HELPER void fathom_begin_input(FILE *file) {
    fathom_check_stream(file);
    if (file->cut)
        __fathom_unmodelled("a stream whose descriptor was closed");
    file->passed = 1;
    if (file->reads & file->writes)
        __fathom_precondition(file->used != Output || file->flushes != fathom_flushes,
                              "input follows output, and neither fflush nor a change of the position stands between");
    file->used = Input;
    if (file->temporary == Written)
        __fathom_unmodelled("what a temporary file has in it");
    file->end |= file->temporary == Empty;
}
HELPER void fathom_begin_output(FILE *file) {
    fathom_check_stream(file);
    if (file->cut)
        __fathom_unmodelled("a stream whose descriptor was closed");
    file->passed = 1;
    if (file->appends)
        file->position = -1;
    if (file->reads & file->writes)
        __fathom_precondition(file->used != Input || file->end,
                              "output follows input, and no change of the position stands between");
    file->used = Output;
    if (file->temporary == Empty)
        file->temporary = Written;
    file->flushes = fathom_flushes;
}
// Nothing comes: because of the end (true), or of an error.
HELPER _Bool fathom_no_input(FILE *file) {
    file->next = Anything;
    if (!file->reads) {
        file->error = 1;
        fathom_errno = EBADF;
        return 0;
    }
    if (file->end || nondet_bool()) {
        file->end = 1;
        __fathom_meets(file->standard, 'e');
        return 1;
    }
    file->error = 1;
    file->position = -1;
    __fathom_meets(file->standard, 'x');
    fathom_fail();
    return 0;
}
// Whether output fails.
HELPER _Bool fathom_output_fails(FILE *file) {
    fathom_begin_output(file);
    if (file->writes && !fathom_io_fails()) {
        fathom_may_set_errno();
        return 0;
    }
    file->error = 1;
    file->position = -1;
    if (file->writes)
        fathom_fail();
    else
        fathom_errno = EBADF;
    return 1;
}

//@ fathom_next_byte : fathom_file
static _Bool fathom_may_be_next(enum fathom_next next, byte c) {
    _Bool digit = (c >= '0') & (c <= '9'), letter = ((c | 32) >= 'a') & ((c | 32) <= 'f');
    _Bool space = (c == ' ') | ((c >= '\t') & (c <= '\r'));
    switch (next) {
    case NoDigit:
        return !digit;
    case NoOctalDigit:
        return !digit | (c >= '8');
    case NoHexDigit:
        return !(digit | letter);
    case NoSpace:
        return !space;
    case OnlySpace:
        return space;
    default:
        return 1;
    }
}
// The next byte of the input, where none was given back. It is not `avoided`, which may be -1.
static byte fathom_next_byte(FILE *file, int avoided) {
    byte c = nondet_byte();
    enum fathom_next next = file->next;
    file->next = Anything;
    if (c != avoided && fathom_may_be_next(next, c))
        return c;
    if (next == OnlySpace)
        return avoided == ' ' ? '\t' : ' ';
    return avoided == '~' ? '!' : '~';
}

//@ fathom_stdin : fathom_file
static FILE fathom_stdin = {.state = Open, .self = &fathom_stdin, .reads = 1, .given_back = -1, .position = -1, .descriptor = 0, .standard = 1};

//@ fathom_stdout : fathom_file
static FILE fathom_stdout = {.state = Open, .self = &fathom_stdout, .writes = 1, .given_back = -1, .position = -1, .descriptor = 1};

//@ fathom_stderr : fathom_file
static FILE fathom_stderr = {.state = Open, .self = &fathom_stderr, .writes = 1, .given_back = -1, .position = -1, .descriptor = 2};

//@ stdin : fathom_stdin
FILE *stdin = &fathom_stdin;

//@ stdout : fathom_stdout
FILE *stdout = &fathom_stdout;

//@ stderr : fathom_stderr
FILE *stderr = &fathom_stderr;

//@ __stdinp : fathom_stdin
FILE *__stdinp = &fathom_stdin;

//@ __stdoutp : fathom_stdout
FILE *__stdoutp = &fathom_stdout;

//@ __stderrp : fathom_stderr
FILE *__stderrp = &fathom_stderr;

//@ fathom_mode : fathom_file fathom_errno
// What a mode allows; whether it is one.
static _Bool fathom_set_mode(FILE *file, const char *mode) {
    char first = mode[0];
    _Bool both = 0;
    for (size_t i = 1; first != 0 && mode[i] != 0; i++)
        both |= mode[i] == '+';
    if (first != 'r' && first != 'w' && first != 'a') {
        fathom_errno = EINVAL;
        return 0;
    }
    file->appends = first == 'a';
    file->reads = first == 'r' || both;
    file->writes = first != 'r' || both;
    return 1;
}

//@ fathom_block : fathom_file
struct fathom_block {
    // As much as every alignment demands.
    byte before[16];
    FILE file;
};

//@ fathom_open : fathom_file fathom_block fathom_mode fathom_fail fathom_errno
static FILE *fathom_open(const char *mode, int descriptor) {
    FILE opened = {.state = Open, .on_heap = 1, .given_back = -1, .position = -1, .descriptor = descriptor};
    if (!fathom_set_mode(&opened, mode))
        return NULL;
    if (nondet_bool()) {
        fathom_fail();
        return NULL;
    }
    struct fathom_block *block = malloc(sizeof *block);
    if (block == NULL) {
        fathom_errno = ENOMEM;
        return NULL;
    }
    block->file = opened;
    block->file.self = &block->file;
    fathom_may_set_errno();
    return &block->file;
}

//@ fathom_open_path : fathom_open fathom_strlen
// The descriptor is not chosen before somebody asks for it.
static FILE *fathom_open_path(const char *path, const char *mode) {
    fathom_strlen(path);
    return fathom_open(mode, -1);
}

//@ fopen : fathom_open_path
FILE *fopen(const char *path, const char *mode) { return fathom_open_path(path, mode); }

//@ fopen64 : fathom_open_path
FILE *fopen64(const char *path, const char *mode) { return fathom_open_path(path, mode); }

//@ popen : fathom_open_path
FILE *popen(const char *command, const char *mode) { return fathom_open_path(command, mode); }

//@ fdopen : fathom_open fathom_descriptors
FILE *fdopen(int descriptor, const char *mode) {
    return fathom_lets(descriptor, 0) ? fathom_open(mode, descriptor) : NULL;
}

//@ tmpfile : fathom_open
FILE *tmpfile(void) {
    FILE *file = fathom_open("w+", -1);
    if (file != NULL)
        file->temporary = Empty;
    return file;
}

//@ fathom_close : fathom_file fathom_block fathom_descriptors
static void fathom_close(FILE *file) {
    fathom_check_stream(file);
    if (file->descriptor >= 0)
        fathom_forget_descriptor(file->descriptor);
    file->state = Closed;
    if (file->on_heap)
        free((char *)file - __builtin_offsetof(struct fathom_block, file));
}

//@ freopen : fathom_file fathom_mode fathom_close fathom_strlen
FILE *freopen(const char *path, const char *mode, FILE *file) {
    if (path != NULL)
        fathom_strlen(path);
    fathom_check_stream(file);
    _Bool valid = fathom_set_mode(file, mode);
    if (!valid || nondet_bool()) {
        if (valid)
            fathom_fail();
        fathom_close(file);
        return NULL;
    }
    file->end = file->error = 0;
    file->given_back = -1;
    file->next = Anything;
    file->used = Nothing;
    file->position = -1;
    file->cut = file->standard = 0;
    file->temporary = NotTemporary;
    fathom_may_set_errno();
    return file;
}

//@ fclose : fathom_close
int fclose(FILE *file) {
    fathom_close(file);
    fathom_may_set_errno();
    return fathom_io_fails() ? fathom_fail() : 0;
}

//@ pclose : fathom_close fathom_fail
int pclose(FILE *file) {
    fathom_close(file);
    int status = nondet_int();
    return status < 0 ? fathom_fail() : status;
}

//@ fflush : fathom_file
int fflush(FILE *file) {
    if (file == NULL) {
        fathom_flushes++;
        return fathom_io_fails() ? fathom_fail() : 0;
    }
    fathom_check_stream(file);
    // This is the end of output, and no output.
    file->used = Other;
    _Bool fails = file->writes && fathom_output_fails(file);
    file->used = Other;
    return fails ? -1 : 0;
}

//@ feof : fathom_file fathom_truth
int feof(FILE *file) {
    fathom_check_stream(file);
    return fathom_truth(file->end);
}

//@ feof_unlocked : fathom_file fathom_truth
int feof_unlocked(FILE *file) {
    fathom_check_stream(file);
    return fathom_truth(file->end);
}

//@ ferror : fathom_file fathom_truth
int ferror(FILE *file) {
    fathom_check_stream(file);
    return fathom_truth(file->error);
}

//@ ferror_unlocked : fathom_file fathom_truth
int ferror_unlocked(FILE *file) {
    fathom_check_stream(file);
    return fathom_truth(file->error);
}

//@ clearerr : fathom_file
void clearerr(FILE *file) {
    fathom_check_stream(file);
    file->end = file->error = 0;
}

//@ fileno : fathom_file fathom_unused_descriptor
int fileno(FILE *file) {
    fathom_check_stream(file);
    if (file->descriptor < 0)
        file->descriptor = fathom_unused_descriptor(nondet_uint() & 0xfffff, !file->writes  ? OnlyReads
                                                                             : !file->reads ? OnlyWrites
                                                                                            : Positions);
    return file->descriptor;
}

//@ fathom_set_buffer : fathom_file
static void fathom_set_buffer(FILE *file, char *buffer, size_t size) {
    fathom_check_stream(file);
    __fathom_precondition(file->used == Nothing, "the stream was used before");
    // All of it belongs to the stream, which may write there at any time.
    if (buffer != NULL && size > 0) {
        buffer[0] = (char)open_int();
        buffer[size - 1] = (char)open_int();
    }
}

//@ setvbuf : fathom_set_buffer
int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
    // 2 is _IONBF, for which there is no buffer.
    fathom_set_buffer(file, buffer, mode == 2 ? 0 : size);
    if (fathom_io_fails())
        return -1;
    file->used = Other;
    fathom_may_set_errno();
    return 0;
}

//@ setbuf : fathom_set_buffer
void setbuf(FILE *file, char *buffer) {
    // BUFSIZ
    fathom_set_buffer(file, buffer, 8192);
    file->used = Other;
}

//@ setlinebuf : fathom_file
void setlinebuf(FILE *file) { fathom_check_stream(file); }

//@ fathom_seek : fathom_file
static int fathom_seek(FILE *file, long long offset, int whence) {
    fathom_check_stream(file);
    file->used = Other;
    // From the start (0), from here (1), from the end (2).
    if (whence < 0 || whence > 2) {
        fathom_errno = EINVAL;
        return -1;
    }
    // Nothing is before the start. Files say so; what has no position says that.
    if (whence == 0 && offset < 0) {
        if (file->temporary == NotTemporary && nondet_bool())
            return fathom_fail();
        fathom_errno = EINVAL;
        return -1;
    }
    long long position = whence == 0 ? offset : -1;
    if (whence == 1 && file->position >= 0 && !file->passed)
        __builtin_add_overflow(file->position, offset, &position);
    if (nondet_bool() || (whence == 1 && file->position >= 0 && !file->passed && position < 0))
        return fathom_fail();
    file->end = 0;
    file->given_back = -1;
    file->next = Anything;
    file->passed = 0;
    file->position = position;
    return 0;
}

//@ fseek : fathom_seek
int fseek(FILE *file, long offset, int whence) { return fathom_seek(file, offset, whence); }

//@ fseeko : fathom_seek
int fseeko(FILE *file, long offset, int whence) { return fathom_seek(file, offset, whence); }

//@ fseeko64 : fathom_seek
int fseeko64(FILE *file, long long offset, int whence) { return fathom_seek(file, offset, whence); }

//@ rewind : fathom_seek
void rewind(FILE *file) {
    fathom_seek(file, 0, 0);
    file->error = 0;
}

//@ fathom_tell : fathom_file
// The same as before if nothing moved the stream, and not less if reading and writing did. `any` is what else it may be.
static long long fathom_tell(FILE *file, long long any) {
    fathom_check_stream(file);
    if (file->position < 0 || file->passed) {
        if (any < 0 && file->position < 0)
            return fathom_fail();
        file->position = any < file->position ? file->position : any;
        file->passed = 0;
    }
    return file->position;
}
// Positions that a `long` does not have are errors.
HELPER long fathom_told(long long position) {
    if (position <= LONG_MAX)
        return position;
    fathom_errno = EOVERFLOW;
    return -1;
}

//@ ftell : fathom_tell
long ftell(FILE *file) { return fathom_told(fathom_tell(file, nondet_long())); }

//@ ftello : fathom_tell
long ftello(FILE *file) { return fathom_told(fathom_tell(file, nondet_long())); }

//@ ftello64 : fathom_tell
long long ftello64(FILE *file) { return fathom_tell(file, nondet_llong()); }

//@ remove : fathom_path_status
int remove(const char *path) { return fathom_path_status(path); }

//@ rename : fathom_path_status fathom_strlen
int rename(const char *from, const char *to) {
    fathom_strlen(to);
    return fathom_path_status(from);
}

//@ perror : fathom_strlen fathom_errno
void perror(const char *text) {
    if (text != NULL)
        fathom_strlen(text);
    fathom_may_set_errno();
}

//@ fathom_getc : fathom_next_byte
static int fathom_getc(FILE *file) {
    fathom_begin_input(file);
    int c = file->given_back;
    file->given_back = -1;
    if (c >= 0)
        return c;
    if (file->end || !file->reads || nondet_bool()) {
        fathom_no_input(file);
        return -1;
    }
    c = fathom_next_byte(file, -1);
    __fathom_takes_integer(file->standard, 'c', c);
    return c;
}

//@ fgetc : fathom_getc
int fgetc(FILE *file) { return fathom_getc(file); }

//@ getc : fathom_getc
int getc(FILE *file) { return fathom_getc(file); }

//@ _IO_getc : fathom_getc
int _IO_getc(FILE *file) { return fathom_getc(file); }

//@ getc_unlocked : fathom_getc
int getc_unlocked(FILE *file) { return fathom_getc(file); }

//@ fgetc_unlocked : fathom_getc
int fgetc_unlocked(FILE *file) { return fathom_getc(file); }

//@ getchar : fathom_getc fathom_stdin
int getchar(void) { return fathom_getc(&fathom_stdin); }

//@ getchar_unlocked : fathom_getc fathom_stdin
int getchar_unlocked(void) { return fathom_getc(&fathom_stdin); }

//@ ungetc : fathom_file
// One byte is all that the standard promises.
int ungetc(int c, FILE *file) {
    fathom_check_stream(file);
    if (c == -1)
        return -1;
    if (!file->reads)
        __fathom_unmodelled("ungetc on a stream that is not open for reading");
    if (file->given_back >= 0 && !file->only_seen)
        __fathom_unmodelled("ungetc of a second byte");
    file->given_back = (byte)c;
    file->only_seen = 0;
    file->end = 0;
    file->position = -1;
    return (byte)c;
}

//@ fathom_line : fathom_next_byte
// How many bytes come up to the delimiter and with it: `count`, but at most `most`, and 0 at the end of the
// input. A byte that was given back comes first.
static size_t fathom_line_length(FILE *file, size_t count, size_t most, byte delimiter) {
    if (count > most)
        count = most;
    if (file->end || !file->reads)
        count = 0;
    if (most > 0 && (file->given_back == delimiter || (file->given_back >= 0 && count == 0)))
        count = 1;
    return count;
}
// Writes that many bytes, more than 0, of which only the last may be the delimiter. That one comes first, so
// that a target which is too small shows before all the others are written. These are written one by one up to a
// number, and all that are more at once.
static byte fathom_line(FILE *file, byte *target, size_t count, byte delimiter, size_t one_by_one) {
    byte other = delimiter == 'x' ? 'y' : 'x';
    int given_back = file->given_back;
    byte first = given_back >= 0 ? (byte)given_back : fathom_next_byte(file, count > 1 ? delimiter : -1);
    byte last = count == 1 ? first : nondet_byte();
    file->given_back = -1;
    __fathom_takes(file->standard, 'q', &first, count - (given_back >= 0));
    target[count - 1] = last;
    if (count - 1 > one_by_one) {
        __fathom_havoc(target + one_by_one, count - 1 - one_by_one);
        __fathom_without(target + one_by_one, count - 1 - one_by_one, delimiter);
    }
    for (size_t i = 0; (i < count - 1) & (i < one_by_one); i++) {
        byte c = nondet_byte();
        target[i] = i == 0 ? first : c == delimiter ? other : c;
    }
    size_t old = given_back >= 0;
    __fathom_takes(file->standard, 'c', target + old, count - old);
    return last;
}

//@ fathom_fgets : fathom_line
static char *fathom_fgets(char *target, int size, FILE *file) {
    fathom_begin_input(file);
    if (size <= 0)
        return NULL;
    size_t most = size - 1, count = fathom_line_length(file, nondet_size(), most, '\n');
    _Bool complete = count == most;
    if (count > 0)
        complete |= fathom_line(file, (byte *)target, count, '\n', SIZE_MAX) == '\n';
    if (!complete && !fathom_no_input(file))
        return NULL;
    if (count == 0 && most > 0)
        return NULL;
    target[count] = 0;
    return target;
}

//@ fgets : fathom_fgets
char *fgets(char *target, int size, FILE *file) { return fathom_fgets(target, size, file); }

//@ fgets_unlocked : fathom_fgets
char *fgets_unlocked(char *target, int size, FILE *file) { return fathom_fgets(target, size, file); }

//@ __fgets_chk : fathom_fgets
char *__fgets_chk(char *target, size_t room, int size, FILE *file) {
    __fathom_precondition(size <= 0 || (size_t)size <= room, "the target is too small");
    return fathom_fgets(target, size, file);
}

//@ gets : fathom_line fathom_stdin
char *gets(char *target) {
    FILE *file = &fathom_stdin;
    fathom_begin_input(file);
    size_t count = fathom_line_length(file, nondet_size(), PTRDIFF_MAX, '\n');
    if (count == 0) {
        fathom_no_input(file);
        return NULL;
    }
    if (fathom_line(file, (byte *)target, count, '\n', SIZE_MAX) == '\n') {
        target[count - 1] = 0;
        return target;
    }
    if (!fathom_no_input(file))
        return NULL;
    target[count] = 0;
    return target;
}

//@ fathom_getdelim : fathom_line fathom_errno
// Nothing bounds a line. The bytes of those that are longer are any.
#define SHORT_LINE 131
// The buffer is as large as it must be, and there even if nothing comes.
static ssize_t fathom_getdelim(char **line, size_t *size, byte delimiter, FILE *file) {
    fathom_begin_input(file);
    if (line == NULL || size == NULL) {
        fathom_errno = EINVAL;
        return -1;
    }
    size_t count = fathom_line_length(file, nondet_size(), PTRDIFF_MAX - 1, delimiter);
    if (*line == NULL || *size < count + 1) {
        char *larger = realloc(*line, count + 1);
        if (larger == NULL) {
            fathom_errno = ENOMEM;
            return -1;
        }
        *line = larger;
        *size = count + 1;
    }
    _Bool complete = 0;
    if (count > 0)
        complete = fathom_line(file, (byte *)*line, count, delimiter, SHORT_LINE) == delimiter;
    if (!complete && (!fathom_no_input(file) || count == 0))
        return -1;
    (*line)[count] = 0;
    return count;
}

//@ getline : fathom_getdelim
ssize_t getline(char **line, size_t *size, FILE *file) { return fathom_getdelim(line, size, '\n', file); }

//@ getdelim : fathom_getdelim
ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *file) {
    return fathom_getdelim(line, size, (byte)delimiter, file);
}

//@ __getdelim : fathom_getdelim
ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *file) {
    return fathom_getdelim(line, size, (byte)delimiter, file);
}

//@ fathom_fread : fathom_next_byte fathom_fill fathom_array_bytes
// The input may end inside an element, of which the first bytes are written then.
static size_t fathom_fread(void *target, size_t size, size_t count, FILE *file) {
    fathom_begin_input(file);
    size_t most = fathom_array_bytes(count, size);
    if (most == 0)
        return 0;
    int given_back = file->given_back;
    size_t done = nondet_size();
    if (done > most)
        done = most;
    if (file->end || !file->reads)
        done = 0;
    if (given_back >= 0 && done == 0)
        done = 1;
    file->given_back = -1;
    if (done > 0) {
        __fathom_takes(file->standard, 'q', "x", done - (given_back >= 0));
        fathom_fill(target, done);
        *(byte *)target = given_back >= 0 ? (byte)given_back : fathom_next_byte(file, -1);
        size_t old = given_back >= 0;
        __fathom_takes(file->standard, 'c', (byte *)target + old, done - old);
    }
    if (done < most)
        fathom_no_input(file);
    return done / size;
}

//@ fread : fathom_fread
size_t fread(void *target, size_t size, size_t count, FILE *file) {
    return fathom_fread(target, size, count, file);
}

//@ fread_unlocked : fathom_fread
size_t fread_unlocked(void *target, size_t size, size_t count, FILE *file) {
    return fathom_fread(target, size, count, file);
}

//@ __fread_chk : fathom_fread fathom_array_bytes
size_t __fread_chk(void *target, size_t room, size_t size, size_t count, FILE *file) {
    __fathom_precondition(fathom_array_bytes(count, size) <= room, "the target is too small");
    return fathom_fread(target, size, count, file);
}

//@ fathom_fwrite : fathom_file fathom_read fathom_array_bytes
static size_t fathom_fwrite(const void *source, size_t size, size_t count, FILE *file) {
    size_t bytes = fathom_array_bytes(count, size);
    fathom_read(source, bytes);
    if (bytes == 0)
        return 0;
    if (!fathom_output_fails(file))
        return count;
    size_t done = nondet_size();
    return file->writes && done < count ? done : 0;
}

//@ fwrite : fathom_fwrite
size_t fwrite(const void *source, size_t size, size_t count, FILE *file) {
    return fathom_fwrite(source, size, count, file);
}

//@ fwrite_unlocked : fathom_fwrite
size_t fwrite_unlocked(const void *source, size_t size, size_t count, FILE *file) {
    return fathom_fwrite(source, size, count, file);
}

//@ fathom_putc : fathom_file
static int fathom_putc(int c, FILE *file) {
    __fathom_use((unsigned)c);
    return fathom_output_fails(file) ? -1 : (byte)c;
}

//@ fputc : fathom_putc
int fputc(int c, FILE *file) { return fathom_putc(c, file); }

//@ putc : fathom_putc
int putc(int c, FILE *file) { return fathom_putc(c, file); }

//@ _IO_putc : fathom_putc
int _IO_putc(int c, FILE *file) { return fathom_putc(c, file); }

//@ putc_unlocked : fathom_putc
int putc_unlocked(int c, FILE *file) { return fathom_putc(c, file); }

//@ fputc_unlocked : fathom_putc
int fputc_unlocked(int c, FILE *file) { return fathom_putc(c, file); }

//@ putchar : fathom_putc fathom_stdout
int putchar(int c) { return fathom_putc(c, &fathom_stdout); }

//@ putchar_unlocked : fathom_putc fathom_stdout
int putchar_unlocked(int c) { return fathom_putc(c, &fathom_stdout); }

//@ fathom_printed : fathom_file
// What a function that prints gives: a number that is not negative, or -1.
static int fathom_printed(FILE *file) {
    int count = nondet_uint() & INT_MAX;
    return fathom_output_fails(file) ? -1 : count;
}

//@ fathom_fputs : fathom_printed fathom_strlen
static int fathom_fputs(const char *text, FILE *file) {
    fathom_strlen(text);
    return fathom_printed(file);
}

//@ fputs : fathom_fputs
int fputs(const char *text, FILE *file) { return fathom_fputs(text, file); }

//@ fputs_unlocked : fathom_fputs
int fputs_unlocked(const char *text, FILE *file) { return fathom_fputs(text, file); }

//@ puts : fathom_fputs fathom_stdout
int puts(const char *text) { return fathom_fputs(text, &fathom_stdout); }
