// The literal of each round is used in it.
int main(void) {
    int outer = 1, *kept = &outer, i = 0, sum = 0;
    do {
        kept = &(int){i};
        sum += *kept;
        kept = &outer;
    } while (++i < 3);
    while (i-- > 0) {
        sum += *kept;
        kept = &(int){7};
        sum += *kept;
        kept = &outer;
    }
    return sum > 100;
}
