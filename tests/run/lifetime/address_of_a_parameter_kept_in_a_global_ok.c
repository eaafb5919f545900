// EXIT: 6
// A handler stores the address that it was given.
static const int *last_event;

static void on_event(const int *code) {
    last_event = code;
}

int main(void) {
    int code = 6;
    on_event(&code);
    return *last_event;
}
