// Behind the arguments is a null pointer, however many there are.
#include <assert.h>
#include <stddef.h>

int main(int argc, char **argv) {
    assert(argv[argc] == NULL); // PROVED: assertion
    return argv[argc] == NULL ? 0 : *argv[argc];
}
