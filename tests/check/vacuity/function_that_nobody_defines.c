// A sensor is read by a function that nobody defines.
// VERDICT: unknown
extern int __VERIFIER_nondet_int(void);

struct reading {
    int valid;
    int value;
};

extern int read_sensor(int channel, struct reading *into);

int main(void) {
    struct reading r = {0, 0};
    int channel = __VERIFIER_nondet_int();
    if (channel == 3)
        read_sensor(channel, &r); // UNKNOWN: missing-body
    return 0;
}
