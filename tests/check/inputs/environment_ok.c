// main may have a third parameter, which is not null.
#include <assert.h>

int main(int argc, char **argv, char **envp) {
    assert(envp != 0 && argv != 0 && argc > 0);
    return 0;
}
