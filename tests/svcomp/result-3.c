extern void *malloc(unsigned long);
extern void free(void *);

int choose(void) {
}

/* Whatever choose is taken to return, memory is freed twice; that it may be written behind the array is no finding. */
int main(void) {
    int array[2] = {0, 0};
    if (choose() == 7)
        array[5] = 1;
    char *twice = malloc(1);
    free(twice);
    free(twice);
    return array[0];
}
