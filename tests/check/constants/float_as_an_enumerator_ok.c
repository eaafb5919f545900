// As a double it is itself.
enum { limit = (int)(double)2147483647 };

int main(void) {
    return limit == 5;
}
