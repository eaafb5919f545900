// The limit for loops is larger than the loop needs, so nothing is left open.
// OPTIONS: --unwind 12
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char line[6];
    for (int i = 0; i < 6; i++)
        line[i] = __VERIFIER_nondet_uchar();
    int changes = 0;
    for (int i = 0; i < 5; i++)
        changes += line[i] != line[i + 1];
    return changes;
}
