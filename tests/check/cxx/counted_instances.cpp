// A static member counts instances, but not those made by copying.
#include <assert.h>

extern "C" int __VERIFIER_nondet_int(void);

class Token {
public:
    Token() { alive++; }
    ~Token() { alive--; }
    static int alive;
};

int Token::alive = 0;

int main() {
    {
        Token first;
        if (__VERIFIER_nondet_int() == 3) {
            Token second(first);
        }
    }
    assert(Token::alive == 0); // FAILS: assertion
    return 0;
}
