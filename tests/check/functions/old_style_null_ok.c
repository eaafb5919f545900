// OPTIONS: -std=c99
static int is_null(p)
    int *p;
{
    return p == (void *)0;
}

int main(void) {
    int x = 0;
    return is_null((int *)0) && !is_null(&x) ? 0 : 1;
}
