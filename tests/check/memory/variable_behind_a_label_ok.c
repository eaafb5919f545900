// Behind a label, variables live until their block ends, and are cleaned up before.
static int cleaned;

static void clean(int *x) { cleaned += *x; }

int main(void) {
    int outer = 1, *kept = &outer, sum = 0, rounds = 0;
    for (int i = 0; i < 3; i++) {
    here:;
        int x __attribute__((cleanup(clean))) = i;
        if (x == 2)
            goto next;
        int y = x;
        kept = &y;
        sum += *kept;
    }
next:;
    {
    again:;
        int z = 2;
        sum += z;
        kept = &z;
        if (rounds++ < 1)
            goto again;
        sum += *kept;
    }
    return sum + cleaned > 100;
}
