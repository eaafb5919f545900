extern unsigned long ticks;
extern int limit;
extern void abort(void);

void reach_error(void) {
    abort();
}

/* Nobody defines these variables: they hold anything, but the same when they are read again. */
int main(void) {
    unsigned long start = ticks;
    if (start != ticks)
        reach_error();
    if (limit > 10 && limit < 12 && limit != 11)
        reach_error();
    ticks++;
    if (ticks != start + 1)
        reach_error();
    return 0;
}
