// A handler stores the address of its parameter for later.
static const int *last_event;

static void on_event(int code) {
    last_event = &code;
}

int main(void) {
    int code = 6;
    on_event(code);
    return *last_event; // BUG: use-after-return
}
