// The names of SeaHorn; the loop keeps its invariant.
extern int nd_int(void);
extern void assume(int);
extern void sassert(int);

int main(void) {
    int x = nd_int();
    int y = 0;
    assume(x > 0 && x <= 6);
    while (x > 0) {
        x--;
        y += 2;
    }
    sassert(x == 0);
    sassert(y > 0);
    return y;
}
