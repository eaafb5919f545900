// A temperature becomes a number with a sign.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double day = 21.75, night = -3.5;
    int hour = __VERIFIER_nondet_int();
    if (hour < 0 || hour > 23)
        return 1;
    if (hour >= 8 && hour < 20)
        return (int)(unsigned)day == 21;
    int reading = (int)night;
    return reading == -3;
}
