extern void *malloc(unsigned long);
extern void free(void *);

int *make(void) {
    int *made = malloc(sizeof(int));
    *made = 1;
}

/* UNKNOWN: valid-memsafety. Executions have no meaning once they use the result that make does not return. */
int main(void) {
    int *used = make();
    if (used)
        free(used);
    return 0;
}
