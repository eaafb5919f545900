// The variable may be read before or after the call.
extern void __VERIFIER_assert(int);
static int count = 5;
static int take(void) {
    return count--;
}

int main(void) {
    int sum = count + take(); // ASSUMES: order
    count += take();          // ASSUMES: order
    return sum == count;
}
