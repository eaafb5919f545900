// A variable that is declared and defined nowhere is read.
extern int nowhere;

int main(void) {
    return nowhere; // BUG: unmodelled
}
