// Destructors of static objects run after `main`, the one of the variable in a function as well.
#include <cassert>

static int alive;

struct Owner {
    int *number;
    Owner() : number(new int(1)) { alive++; }
    ~Owner() {
        delete number;
        alive--;
        assert(alive > 0); // FAILS: assertion
    }
};

static Owner first, second;

int main() {
    static Owner local;
    assert(alive == 3);
    return 0;
}
