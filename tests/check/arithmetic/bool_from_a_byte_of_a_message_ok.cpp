// A byte of a message is converted to a bool.
#include <cstring>

extern "C" unsigned char __VERIFIER_nondet_uchar();

struct Settings {
    bool loud;
};

int main() {
    unsigned char message[2] = {7, __VERIFIER_nondet_uchar()};
    Settings settings = {false};
    settings.loud = message[1] != 0;
    return settings.loud ? 2 : 1;
}
