// A sensor is read by a function that is defined.
extern int __VERIFIER_nondet_int(void);

struct reading {
    int valid;
    int value;
};

static int read_sensor(int channel, struct reading *into) {
    into->valid = channel == 3;
    into->value = __VERIFIER_nondet_int();
    return 0;
}

int main(void) {
    struct reading r = {0, 0};
    int channel = __VERIFIER_nondet_int();
    if (channel == 3)
        read_sensor(channel, &r);
    return 0;
}
