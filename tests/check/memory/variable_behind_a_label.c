// The body of the loop is entered in one way, whatever label is in it: the variable is another one each time.
// NATIVE: compilers give it the same place each time, which no sanitizer marks
int main(void) {
    int outer = 1, *kept = &outer, sum = 0;
    for (int i = 0; i < 2; i++) {
    here:;
        int x = 2;
        sum += *kept; // FAILS: use-after-scope
        kept = &x;
    }
    return sum;
}
