// <unistd.h>, <fcntl.h>, <sys/stat.h>
//
// The system may refuse everything, with any error. What is read is any bytes, as many as were asked for or
// less; only those are written to the buffer. What is written must be there to be read. Descriptors are any
// numbers below 2^20, the most that Linux gives. What is remembered of the last ones is whether they are open, whether
// they have a position, as files do and pipes and sockets do not, and whether they are for reading or writing alone. The
// standard ones are open at the start.
//
// Left out: what a program sends to itself through a pipe, and processes (fork, exec, wait), signals, memory mappings,
// getopt, and what fills structures of the system (stat, dirent, …).

//@ fathom_descriptors : fathom_errno
// Descriptors that the program opened last, plus 1, the last first: none of them is opened again while it is open.
#define DESCRIPTORS 8
static int fathom_descriptors[DESCRIPTORS];
// What is behind them, and what may not be done.
enum { Positions, Socket, Pipe, Flows = Socket | Pipe, OnlyReads = 4, OnlyWrites = 8, Shut = 16 };
static byte fathom_ways[DESCRIPTORS];
// The standard descriptors that the program has closed.
static _Bool fathom_standard_closed[3];
HELPER void fathom_remember_descriptor(int descriptor, byte way) {
    for (int i = DESCRIPTORS - 1; i > 0; i--) {
        fathom_descriptors[i] = fathom_descriptors[i - 1];
        fathom_ways[i] = fathom_ways[i - 1];
    }
    fathom_descriptors[0] = descriptor + 1;
    fathom_ways[0] = way;
}
HELPER byte fathom_way_of(int descriptor) {
    byte way = Positions;
    if (descriptor < 0 || (descriptor < 3 && fathom_standard_closed[descriptor]))
        way = Shut;
    for (int i = DESCRIPTORS - 1; i >= 0; i--)
        if (descriptor >= 0 && fathom_descriptors[i] - 1 == descriptor)
            way = fathom_ways[i];
    return way;
}
// Whether a descriptor is open, and for this.
HELPER _Bool fathom_lets(int descriptor, byte not) {
    byte way = fathom_way_of(descriptor);
    // A pipe gives what was written to it, and waits for that.
    if ((way & Flows) == Pipe)
        __fathom_unmodelled("what is in a pipe");
    if (!(way & (not | Shut)))
        return 1;
    fathom_errno = EBADF;
    return 0;
}
HELPER void fathom_forget_descriptor(int descriptor) {
    if (descriptor >= 0 && descriptor < 3)
        fathom_standard_closed[descriptor] = 1;
    for (int i = 0; i < DESCRIPTORS; i++)
        if (fathom_descriptors[i] - 1 == descriptor)
            fathom_ways[i] = Shut;
}

//@ fathom_unused_descriptor : fathom_descriptors
// The number, unless that is open.
static int fathom_unused_descriptor(int descriptor, byte way) {
    _Bool open = descriptor < 3 && !fathom_standard_closed[descriptor];
    int above = 3;
    for (int i = 0; i < DESCRIPTORS; i++) {
        open |= fathom_descriptors[i] - 1 == descriptor && fathom_ways[i] != Shut;
        above = fathom_descriptors[i] > above ? fathom_descriptors[i] : above;
    }
    if (open)
        descriptor = above;
    fathom_remember_descriptor(descriptor, way);
    return descriptor;
}

//@ fathom_descriptor : fathom_unused_descriptor fathom_fail
static int fathom_descriptor(byte way) {
    int descriptor = nondet_int();
    if (descriptor < 0 || descriptor >= 1 << 20)
        return fathom_fail();
    return fathom_unused_descriptor(descriptor, way);
}

//@ fathom_open_file : fathom_descriptor fathom_strlen
// The last two bits of the flags say what it is for: 0 is for reading, 1 for writing.
static int fathom_open_file(const char *path, int flags) {
    fathom_strlen(path);
    byte way = (flags & 3) == 0 ? OnlyReads : (flags & 3) == 1 ? OnlyWrites : Positions;
    return fathom_descriptor(way);
}

//@ fathom_transferred : fathom_fail
// How many bytes of `size` a call moves.
static ssize_t fathom_transferred(size_t size) {
    if (nondet_bool())
        return fathom_fail();
    size_t done = nondet_size(), most = size < PTRDIFF_MAX ? size : PTRDIFF_MAX;
    return done < most ? done : most;
}

//@ fathom_fill
// Any bytes. The last is written first, so that a target which is too small shows before all the others.
static void fathom_fill(void *target, size_t size) {
    byte *bytes = target;
    if (size > 0) {
        bytes[size - 1 < PTRDIFF_MAX ? size - 1 : PTRDIFF_MAX] = nondet_byte();
        for (size_t i = 0; i < size - 1; i++)
            bytes[i] = nondet_byte();
    }
}

//@ fathom_receive : fathom_transferred fathom_fill
static ssize_t fathom_receive(void *target, size_t size) {
    ssize_t done = fathom_transferred(size);
    if (done > 0)
        fathom_fill(target, done);
    return done;
}

//@ fathom_send : fathom_transferred fathom_read
static ssize_t fathom_send(const void *source, size_t size) {
    fathom_read(source, size);
    return fathom_transferred(size);
}

//@ fathom_send_to : fathom_send fathom_descriptors
static ssize_t fathom_send_to(int descriptor, const void *source, size_t size) {
    ssize_t done = fathom_send(source, size);
    return fathom_lets(descriptor, OnlyReads) ? done : -1;
}

//@ fathom_read_from : fathom_transferred fathom_fill fathom_descriptors
static ssize_t fathom_read_from(int descriptor, void *target, size_t size) {
    ssize_t done = fathom_lets(descriptor, OnlyWrites) ? fathom_transferred(size) : -1;
    if (done > 0) {
        __fathom_takes(descriptor == 0, 'q', "x", done);
        fathom_fill(target, done);
        __fathom_takes(descriptor == 0, (size_t)done < size ? 'p' : 'd', target, done);
    } else {
        __fathom_meets(descriptor == 0, done == 0 ? 'e' : 'x');
    }
    return done;
}

//@ read : fathom_read_from
ssize_t read(int descriptor, void *target, size_t size) { return fathom_read_from(descriptor, target, size); }

//@ __read_chk : fathom_read_from
ssize_t __read_chk(int descriptor, void *target, size_t size, size_t room) {
    __fathom_precondition(size <= room, "the target is too small");
    return fathom_read_from(descriptor, target, size);
}

//@ pread : fathom_receive fathom_descriptors
ssize_t pread(int descriptor, void *target, size_t size, long) {
    return fathom_lets(descriptor, OnlyWrites) ? fathom_receive(target, size) : -1;
}

//@ write : fathom_send_to
ssize_t write(int descriptor, const void *source, size_t size) {
    return fathom_send_to(descriptor, source, size);
}

//@ pwrite : fathom_send_to
ssize_t pwrite(int descriptor, const void *source, size_t size, long) {
    return fathom_send_to(descriptor, source, size);
}

//@ open : fathom_open_file
int open(const char *path, int flags, ...) { return fathom_open_file(path, flags); }

//@ open64 : fathom_open_file
int open64(const char *path, int flags, ...) { return fathom_open_file(path, flags); }

//@ __open_2 : fathom_open_file
int __open_2(const char *path, int flags) { return fathom_open_file(path, flags); }

//@ creat : fathom_open_file
int creat(const char *path, unsigned) { return fathom_open_file(path, 1); }

//@ close : fathom_descriptors fathom_status fathom_stdin fathom_stdout fathom_stderr
// Whatever it returns, the descriptor may be opened again.
int close(int descriptor) {
    _Bool closed = fathom_way_of(descriptor) == Shut;
    fathom_forget_descriptor(descriptor);
    fathom_stdin.cut |= descriptor == 0;
    fathom_stdout.cut |= descriptor == 1;
    fathom_stderr.cut |= descriptor == 2;
    if (!closed)
        return fathom_status();
    fathom_errno = EBADF;
    return -1;
}

//@ dup : fathom_descriptor
int dup(int descriptor) {
    byte way = fathom_way_of(descriptor);
    if (way != Shut)
        return fathom_descriptor(way);
    fathom_errno = EBADF;
    return -1;
}

//@ dup2 : fathom_descriptors fathom_fail
int dup2(int descriptor, int wanted) {
    byte way = fathom_way_of(descriptor);
    if (way == Shut || wanted < 0) {
        fathom_errno = EBADF;
        return -1;
    }
    if (nondet_bool())
        return fathom_fail();
    if (wanted != descriptor) {
        fathom_forget_descriptor(wanted);
        fathom_remember_descriptor(wanted, way);
    }
    return wanted;
}

//@ pipe : fathom_descriptor
int pipe(int *ends) {
    int first = fathom_descriptor(Pipe | OnlyReads);
    int second = first < 0 ? -1 : fathom_descriptor(Pipe | OnlyWrites);
    if (second < 0) {
        fathom_forget_descriptor(first);
        return -1;
    }
    ends[0] = first;
    ends[1] = second;
    return 0;
}

//@ fathom_lseek : fathom_descriptors fathom_fail
// From the start (0) it is known where one gets.
static long long fathom_lseek(int descriptor, long long offset, int whence) {
    long long position = nondet_llong();
    // Linux knows five starting points.
    byte way = fathom_way_of(descriptor);
    if (way == Shut) {
        fathom_errno = EBADF;
        return -1;
    }
    if (position < 0 || (way & Flows) || whence < 0 || whence > 4 || (whence == 0 && offset < 0))
        return fathom_fail();
    return whence == 0 ? offset : position;
}

//@ lseek : fathom_lseek
long lseek(int descriptor, long offset, int whence) {
    long long position = fathom_lseek(descriptor, offset, whence);
    return position > LONG_MAX ? LONG_MAX : position;
}

//@ lseek64 : fathom_lseek
long long lseek64(int descriptor, long long offset, int whence) {
    return fathom_lseek(descriptor, offset, whence);
}

//@ fsync : fathom_status
int fsync(int) { return fathom_status(); }

//@ ftruncate : fathom_status
int ftruncate(int, long) { return fathom_status(); }

//@ isatty : fathom_fail
int isatty(int) {
    if (nondet_bool())
        return 1;
    fathom_fail();
    return 0;
}

//@ fathom_path_status : fathom_strlen fathom_status
static int fathom_path_status(const char *path) {
    fathom_strlen(path);
    return fathom_status();
}

//@ access : fathom_path_status
int access(const char *path, int) { return fathom_path_status(path); }

//@ unlink : fathom_path_status
int unlink(const char *path) { return fathom_path_status(path); }

//@ rmdir : fathom_path_status
int rmdir(const char *path) { return fathom_path_status(path); }

//@ chdir : fathom_path_status
int chdir(const char *path) { return fathom_path_status(path); }

//@ mkdir : fathom_path_status
int mkdir(const char *path, unsigned) { return fathom_path_status(path); }

//@ chmod : fathom_path_status
int chmod(const char *path, unsigned) { return fathom_path_status(path); }

//@ umask
// Any at first, and then what was set last.
static unsigned fathom_mask;
static _Bool fathom_mask_is_known;
unsigned umask(unsigned mask) {
    unsigned before = fathom_mask_is_known ? fathom_mask : nondet_uint() & 0777;
    fathom_mask = mask & 0777;
    fathom_mask_is_known = 1;
    return before;
}

//@ fathom_name : fathom_fail
// Any text that fits, or an error.
static int fathom_name(char *target, size_t size) {
    size_t length = nondet_size();
    if (size == 0 || nondet_bool())
        return fathom_fail();
    if (length >= size)
        length = size - 1;
    target[length] = 0;
    for (size_t i = 0; i < length; i++) {
        char c = nondet_byte();
        target[i] = c == 0 ? '?' : c;
    }
    return 0;
}

//@ getcwd : fathom_name fathom_errno
char *getcwd(char *target, size_t size) {
    if (target == NULL) {
        __fathom_unmodelled("getcwd without a buffer");
        return NULL;
    }
    if (size < 2) {
        fathom_errno = size == 0 ? EINVAL : ERANGE;
        return NULL;
    }
    if (fathom_name(target + 1, size - 1) < 0)
        return NULL;
    target[0] = '/';
    return target;
}

//@ gethostname : fathom_name
int gethostname(char *target, size_t size) { return fathom_name(target, size); }

//@ fathom_id
// Identities are the same whenever they are asked for, and positive for processes.
static int fathom_ids[6];
static int fathom_id(int which) {
    if (fathom_ids[which] == 0) {
        int id = nondet_int();
        fathom_ids[which] = id < 1 || id > 1 << 22 ? 1 : id;
    }
    return fathom_ids[which];
}

//@ getpid : fathom_id
int getpid(void) { return fathom_id(0); }

//@ getppid : fathom_id
// 0 if the parent is outside the container.
int getppid(void) { return fathom_id(1) - 1; }

//@ getuid : fathom_id
unsigned getuid(void) { return fathom_id(2) - 1; }

//@ geteuid : fathom_id
unsigned geteuid(void) { return fathom_id(3) - 1; }

//@ getgid : fathom_id
unsigned getgid(void) { return fathom_id(4) - 1; }

//@ getegid : fathom_id
unsigned getegid(void) { return fathom_id(5) - 1; }

//@ getpagesize
int getpagesize(void) { return 4096; }

//@ sysconf : fathom_errno
// Settings are any, and the same whenever they are asked for, but for the processors and pages that there are (in glibc, 83
// to 86), which come and go. -1 stands for no limit, or for an error.
#define SETTINGS 8
static struct {
    int name;
    long value;
} fathom_settings[SETTINGS];
static unsigned fathom_setting_count;
long sysconf(int name) {
    enum { ClockTicks = 2, PageSize = 30, Processors = 83, FreePages = 86 };
    unsigned which = 0;
    if (name == PageSize)
        return 4096;
    if (name == ClockTicks)
        return 100;
    if (name >= Processors && name <= FreePages) {
        long least = name != FreePages, count = nondet_long();
        return count < least ? least : count;
    }
    while (which < fathom_setting_count && fathom_settings[which].name != name)
        which++;
    if (which == SETTINGS)
        __fathom_unmodelled("more settings of the system than the model keeps");
    if (which == fathom_setting_count) {
        long value = nondet_long();
        fathom_setting_count++;
        fathom_settings[which].name = name;
        fathom_settings[which].value = value < -1 ? -1 : value;
    }
    if (fathom_settings[which].value == -1 && nondet_bool())
        fathom_errno = EINVAL;
    return fathom_settings[which].value;
}

//@ getrandom : fathom_receive
ssize_t getrandom(void *target, size_t size, unsigned) { return fathom_receive(target, size); }

//@ getentropy : fathom_fill fathom_fail
int getentropy(void *target, size_t size) {
    if (size > 256 || nondet_bool())
        return fathom_fail();
    fathom_fill(target, size);
    return 0;
}

//@ _exit
void _exit(int status) { _Exit(status); }
