// The literal that the body of the loop ends with is gone in the next round.
// NATIVE: compilers give it the same place each time, which no sanitizer marks
int main(void) {
    int outer = 1, *kept = &outer, i = 0, sum = 0;
    while (i++ < 2) {
        sum += *kept; // FAILS: use-after-scope
        kept = &(int){7};
    }
    return sum;
}
