// A variable is read in one operand and written in another one, in ways that the compiler does not warn of.
struct flags { unsigned low : 4, high : 4; } flags;

static int pair(int a, int b) { return (a & 7) * 8 + (b & 7); }

int main(void) {
    int x = 1;
    int first = pair(x, ({ x = 5; 1; }));           // ASSUMES: order
    int second = pair(flags.low, flags.low++);      // ASSUMES: order
    return first + second;
}
