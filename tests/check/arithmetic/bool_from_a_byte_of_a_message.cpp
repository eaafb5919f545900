// A bool is copied from a byte of a message that is neither 0 nor 1.
#include <cstring>

extern "C" unsigned char __VERIFIER_nondet_uchar();

struct Settings {
    bool loud;
};

int main() {
    unsigned char message[2] = {7, __VERIFIER_nondet_uchar()};
    Settings settings = {false};
    std::memcpy(&settings.loud, &message[1], 1);
    return settings.loud ? 2 : 1; // FAILS: invalid-value
}
