extern int limit;
extern void abort(void);

void reach_error(void) {
    abort();
}

/* Nobody defines the variable: it holds anything. */
int main(void) {
    if (limit == 42)
        reach_error();
    return 0;
}
