// EXIT: 8
// The pointer points to the object that receives the result.
struct result {
    int code;
};

int main(int argc, char **argv) {
    struct result storage = {0};
    struct result *r = &storage;
    if (argc > 5)
        r = &storage;
    (void)argv;
    r->code = 8;
    return storage.code;
}
