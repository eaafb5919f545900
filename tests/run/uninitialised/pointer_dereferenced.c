// The pointer that should receive the result points nowhere.
struct result {
    int code;
};

int main(int argc, char **argv) {
    struct result storage = {0};
    struct result *r;
    if (argc > 5)
        r = &storage;
    (void)argv;
    r->code = 8; // BUG: uninitialised-use
    return storage.code;
}
