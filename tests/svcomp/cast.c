extern void reach_error(void);

double huge = 1e12;

/* UNKNOWN: unreach-call. What a cast gives of a number that does not fit depends on the machine. */
int main(void) {
    int cut = (int)huge;
    if (cut == (int)0x80000000)
        reach_error();
    return 0;
}
