// Both formats ask for what is given.
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    const char *format = __VERIFIER_nondet_uchar() == 7 ? "%e\n" : "%f\n";
    printf(format, 0.5);
    return 0;
}
