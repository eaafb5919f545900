extern void *malloc(unsigned long);
extern void free(void *);

static int *made;

int make(void) {
    made = malloc(sizeof(int));
    *made = 1;
}

/* That make returns nothing does not matter if nobody looks. */
int main(void) {
    make();
    free(made);
    return *made;
}
