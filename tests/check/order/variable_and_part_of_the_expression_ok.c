// Variables that are written by an operand, and read by none that is not the same or comes before.
struct flags { unsigned low, high; } flags;

static int pair(int a, int b) { return (a & 7) * 8 + (b & 7); }

int main(void) {
    int x = 1, y = 2, sum = 0, array[4] = {1, 2, 3, 4}, *p = array, *q = array + 2;
    int first = pair(x++, y--);
    int second = pair(flags.low, flags.high++);
    int third = pair(({ x = 5; x + 1; }), y);
    *p++ = *q++;
    sum += *p * y--;
    while (x-- > 0)
        sum ^= array[x & 3];
    int both = (x = 2, y = 3, x + y);
    int chosen = x > 1 && (y = 4) ? pair(y, 1) : pair(x = 3, 2);
    return (first + second + third + both + chosen + sum) & 0;
}
