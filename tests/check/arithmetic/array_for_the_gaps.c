// Between n posts are n - 1 gaps, but not between no posts.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int posts = __VERIFIER_nondet_uchar() % 5;
    if (posts == 1)
        return 0;
    char gaps[posts - 1]; // FAILS: array-size
    for (int i = 0; i < posts - 1; i++)
        gaps[i] = (char)('a' + i);
    return gaps[0] == 'a';
}
