extern void abort(void);

void reach_error(void) {
    abort();
}

/* The name in __func__ is the one that is written, and as long. */
long __builtin_expect(long value, long expected) {
    const char *name = __func__, *written = "__builtin_expect";
    unsigned length = 0;
    while (name[length] == written[length] && name[length] != 0)
        length++;
    if (name[length] != written[length] || length + 1 != sizeof __func__)
        reach_error();
    return value;
}

int main(void) {
    return (int)__builtin_expect(0, 1);
}
