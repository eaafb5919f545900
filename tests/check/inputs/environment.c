// main may have a third parameter, which is not null; what it points to is not modelled.
#include <assert.h>

int main(int argc, char **argv, char **envp) {
    assert(envp != 0); // UNKNOWN: assertion
    return argc > 1 && envp[0] != 0; // UNKNOWN: unmodelled
}
