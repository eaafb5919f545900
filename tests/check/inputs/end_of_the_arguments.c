// Behind the arguments is a null pointer, however many there are.
#include <assert.h>
#include <stddef.h>

int main(int argc, char **argv) {
    assert(argv[argc] == NULL);
    return argv[argc] == NULL ? *argv[argc] : 0; // FAILS: null-dereference
}
