// EXIT: 1
// A clock that the program keeps itself.
static unsigned long long ticks;

static unsigned long long now(void) {
    return ++ticks;
}

int main(void) {
    unsigned long long before = now();
    return now() > before;
}
