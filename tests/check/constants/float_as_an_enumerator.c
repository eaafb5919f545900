// The greatest integer is none as a float: it is rounded up.
enum { limit = (int)(float)2147483647 }; // UNKNOWN: unmodelled

int main(void) {
    return limit == 5;
}
